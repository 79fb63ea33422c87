import { expect, test } from "vitest";

import { tripo } from "#activities/providers/tripo/tripo.ts";
import provider from "#catalog/providers/tripo.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { lastRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { startTripo } from "#test/support/providers/tripo.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startTripo);

describeAdapter({
  provider,
  adapter: tripo,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    too_many_requests: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
    version_gone: "model_not_available",
    refused_with_200: "provider_rejected",
    balance_with_200: "provider_balance_empty",
  },
  failures: {
    failed: "provider_failed",
    cancelled: "canceled",
    banned: "content_refused",
    expired: "provider_failed",
  },
});

const requestFor = requestsTo(provider);
const lastBody = () => receivedJson(lastRequest(simulator));
const pictures = (count: number) => Array.from({ length: count }, () => sampleInput("image"));

function paths(): string[] {
  return simulator.requests.map(({ method, url }) => `${method} ${url.pathname}`);
}

test("several images are views of one object, in the order front, left, back, right", async () => {
  const request = requestFor("v3.1-20260211", "image-to-3d", { inputs: pictures(4) });

  await tripo.submit(request, callTo(simulator));

  expect(paths()).toEqual(["POST /v3/generation/multiview-to-model"]);
  expect(lastBody()["inputs"]).toEqual(request.inputs.map(({ url }) => url));
  expect(lastBody()).not.toHaveProperty("input");
});

test("unreachable images are all uploaded before the one paid request", async () => {
  const request = requestFor("P1-20260311", "image-to-3d", {
    inputs: pictures(2),
    inputsAreReachable: false,
  });

  await tripo.submit(request, callTo(simulator));

  expect(paths()).toEqual([
    "POST /v3/files",
    "POST /v3/files",
    "POST /v3/generation/multiview-to-model",
  ]);
  const token = expect.stringMatching(/^file_/) as string;
  expect(lastBody()["inputs"]).toEqual([token, token, "", ""]);
  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
});

test("a lost upload costs nothing and is retried", async () => {
  simulator.play({ questionFault: "reset" });
  const request = requestFor("P1-20260311", "image-to-3d", {
    inputsAreReachable: false,
  });

  await expect(tripo.submit(request, callTo(simulator))).rejects.toMatchObject({
    code: "provider_unreachable",
  });

  expect([simulator.submissions(), simulator.billed()]).toEqual([0, 0]);
});

test("an image that is too large is refused before anything is sent", async () => {
  const inputs = [{ ...sampleInput("image"), bytes: 20 * 1024 * 1024 + 1 }];
  const request = requestFor("P1-20260311", "image-to-3d", {
    inputs,
    inputsAreReachable: false,
  });

  await expect(tripo.submit(request, callTo(simulator))).rejects.toMatchObject({
    code: "input_too_large",
  });
  expect(simulator.requests).toEqual([]);
});

test("materials that would enable the texture are also off without it", async () => {
  const request = requestFor("v3.1-20260211", "text-to-3d", {
    parameters: { modelParameters: { texture: false, pbr: true } },
  });

  await tripo.submit(request, callTo(simulator));

  expect(lastBody()).toMatchObject({ texture: false, pbr: false });
});

test("one seed sets the seeds of image, shape and texture", async () => {
  await tripo.submit(
    requestFor("v3.1-20260211", "text-to-3d", {
      parameters: { seed: 7, modelParameters: { texture_seed: 9 } },
    }),
    callTo(simulator),
  );

  expect(lastBody()).toMatchObject({ model_seed: 7, image_seed: 7, texture_seed: 9 });
});

test("the priced defaults are sent", async () => {
  await tripo.submit(requestFor("v3.1-20260211", "text-to-3d"), callTo(simulator));

  expect(lastBody()).toEqual({
    model: "v3.1-20260211",
    prompt: "a red fox in the snow",
    texture: true,
    texture_quality: "standard",
    geometry_quality: "standard",
    smart_low_poly: false,
  });
});

test("a task that failed for its content is a refusal, not a mere failure", async () => {
  const request = requestFor("v3.1-20260211", "image-to-3d", { inputs: pictures(2) });
  const answer = await tripo.submit(request, callTo(simulator));
  simulator.play({ status: "failed" });

  const attempt = tripo.poll?.(handleOf(answer), callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "content_refused",
    details: { reason: "The input violates our content policy." },
  });
});

test("a poll reports the progress", async () => {
  const answer = await tripo.submit(requestFor("P2-20260801", "text-to-3d"), callTo(simulator));

  const next = await tripo.poll?.(handleOf(answer), callTo(simulator));

  expect(next).toEqual({ state: "running", fraction: 0.4 });
});

import { afterEach, beforeEach, expect, test } from "vitest";

import { tripo } from "#activities/providers/tripo.ts";
import provider from "#catalog/providers/tripo.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";
import { startTripo } from "#test/support/providers/tripo.ts";

import { describeAdapter } from "./adapter-suite.ts";

describeAdapter({
  provider,
  adapter: tripo,
  start: startTripo,
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

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startTripo();
});
afterEach(async () => {
  await simulator.close();
});

function call() {
  return {
    baseUrl: simulator.url,
    credential: simulatorKey,
    idempotencyKey: "k",
    signal: AbortSignal.timeout(20_000),
  };
}

function modelOf(id: string) {
  const model = provider.models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return model;
}

const pictures = (count: number) => Array.from({ length: count }, () => sampleInput("image"));

function paths(): string[] {
  return simulator.requests.map(({ method, url }) => `${method} ${url.pathname}`);
}

function lastBody(): Record<string, unknown> {
  const request = simulator.requests.at(-1);
  if (request === undefined) throw new Error("nothing arrived");
  return receivedJson(request);
}

test("several pictures are the views of one thing, in the order front, left, back, right", async () => {
  const request = sampleRequest(modelOf("v3.1-20260211"), "image-to-3d", { inputs: pictures(4) });

  await tripo.submit(request, call());

  expect(paths()).toEqual(["POST /v3/generation/multiview-to-model"]);
  expect((lastBody()["inputs"] as object[]).flatMap((view) => Object.keys(view))).toEqual([
    "front",
    "left",
    "back",
    "right",
  ]);
  expect(lastBody()).not.toHaveProperty("input");
});

test("pictures that nobody can fetch are all uploaded before the one paid request", async () => {
  const request = sampleRequest(modelOf("P1-20260311"), "image-to-3d", {
    inputs: pictures(2),
    inputsAreReachable: false,
  });

  await tripo.submit(request, call());

  expect(paths()).toEqual([
    "POST /v3/files",
    "POST /v3/files",
    "POST /v3/generation/multiview-to-model",
  ]);
  expect(lastBody()["inputs"]).toMatchObject([
    { front: expect.stringMatching(/^file_/) },
    { left: expect.stringMatching(/^file_/) },
  ]);
  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
});

test("an upload that is lost costs nothing and is tried again", async () => {
  simulator.play({ questionFault: "reset" });
  const request = sampleRequest(modelOf("P1-20260311"), "image-to-3d", {
    inputsAreReachable: false,
  });

  await expect(tripo.submit(request, call())).rejects.toMatchObject({
    code: "provider_unreachable",
  });

  expect([simulator.submissions(), simulator.billed()]).toEqual([0, 0]);
});

test("a picture that is too large is refused before anything is sent", async () => {
  const inputs = [{ ...sampleInput("image"), bytes: 20 * 1024 * 1024 + 1 }];
  const request = sampleRequest(modelOf("P1-20260311"), "image-to-3d", {
    inputs,
    inputsAreReachable: false,
  });

  await expect(tripo.submit(request, call())).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.requests).toEqual([]);
});

test("without texture the materials that would bring it back are off, too", async () => {
  const request = sampleRequest(modelOf("v3.1-20260211"), "text-to-3d", {
    parameters: { modelParameters: { texture: false, pbr: true } },
  });

  await tripo.submit(request, call());

  expect(lastBody()).toMatchObject({ texture: false, pbr: false });
});

test("one seed is that of the picture, of the shape and of the texture", async () => {
  const model = modelOf("v3.1-20260211");

  await tripo.submit(
    sampleRequest(model, "text-to-3d", {
      parameters: { seed: 7, modelParameters: { texture_seed: 9 } },
    }),
    call(),
  );

  expect(lastBody()).toMatchObject({ model_seed: 7, image_seed: 7, texture_seed: 9 });
});

test("what the price assumes is sent", async () => {
  await tripo.submit(sampleRequest(modelOf("v3.1-20260211"), "text-to-3d"), call());

  expect(lastBody()).toEqual({
    model: "v3.1-20260211",
    prompt: "a red fox in the snow",
    texture: true,
    texture_quality: "standard",
    geometry_quality: "standard",
    smart_low_poly: false,
  });
});

test("a task that failed for its content is refused, not merely failed", async () => {
  const request = sampleRequest(modelOf("v3.1-20260211"), "image-to-3d", { inputs: pictures(2) });
  const answer = await tripo.submit(request, call());
  simulator.play({ status: "failed" });

  const attempt = tripo.poll?.(answer.state === "accepted" ? answer.handle : {}, call());

  await expect(attempt).rejects.toMatchObject({
    code: "content_refused",
    details: { reason: "The input violates our content policy." },
  });
});

test("how far it is is told", async () => {
  const answer = await tripo.submit(sampleRequest(modelOf("P2-20260801"), "text-to-3d"), call());

  const next = await tripo.poll?.(answer.state === "accepted" ? answer.handle : {}, call());

  expect(next).toEqual({ state: "running", fraction: 0.4 });
});

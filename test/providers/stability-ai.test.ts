import { expect, test } from "vitest";

import { stabilityAi } from "#activities/providers/stability-ai/stability-ai.ts";
import provider from "#catalog/providers/stability-ai.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { receivedForm } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { startStabilityAi } from "#test/support/providers/stability-ai.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startStabilityAi);

describeAdapter({
  provider,
  adapter: stabilityAi,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    moderated: "content_refused",
    filtered: "content_refused",
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    invalid: "provider_rejected",
    too_large: "input_too_large",
    language: "provider_rejected",
  },
  failures: {
    CONTENT_FILTERED: "content_refused",
    "HTTP 404": "provider_failed",
  },
});

const requestFor = requestsTo(provider);

/** Fields of the received form; a file is represented by its type. */
async function sent(): Promise<Record<string, string>> {
  const form = await receivedForm(onlyRequest(simulator));
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, value instanceof File ? value.type : value]),
  );
}

test("a rate limit reports the documented delay of one minute", async () => {
  simulator.play({ refusal: "rate_limited" });

  const attempt = stabilityAi.submit(
    requestFor("stable-image-core", "text-to-image"),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ details: { retryAfterSeconds: 60 } });
});

test("an image has its seed and the provider's request id", async () => {
  const answer = await stabilityAi.submit(
    requestFor("stable-image-core", "text-to-image"),
    callTo(simulator),
  );

  expect(answer).toMatchObject({
    state: "succeeded",
    providerRequestId: "req_sim",
    result: { seed: 343_940_597, files: [{ contentType: "image/png" }] },
  });
});

test("an input image is sent with a strength and keeps its aspect ratio", async () => {
  const request = requestFor("sd3.5-large", "image-to-image", {
    parameters: { aspectRatio: "16:9" },
  });

  await stabilityAi.submit(request, callTo(simulator));

  expect(await sent()).toEqual({
    prompt: "a red fox in the snow",
    model: "sd3.5-large",
    mode: "image-to-image",
    strength: "0.7",
    image: "image/png",
  });
});

test.each([
  [{}, { left: "256", right: "256", up: "256", down: "256" }],
  [{ modelParameters: { left: 500 } }, { left: "500" }],
])("an outpaint with %o extends the sides %o", async (parameters, sides) => {
  await stabilityAi.submit(
    requestFor("stable-image-outpaint", "inpainting", { parameters }),
    callTo(simulator),
  );

  const { left, right, up, down } = await sent();
  expect(JSON.parse(JSON.stringify({ left, right, up, down }))).toEqual(sides);
});

test("a second image is the new background, and none is generated", async () => {
  const inputs = [sampleInput("image"), sampleInput("image")];

  await stabilityAi.submit(
    requestFor("stable-image-replace-background-and-relight", "enhancement", {
      inputs,
      prompt: "",
    }),
    callTo(simulator),
  );

  expect(await sent()).toEqual({
    subject_image: "image/png",
    background_reference: "image/png",
  });
});

test("inputs of more than ten megabytes are refused before anything is sent", async () => {
  const large = { ...sampleInput("image"), bytes: 6_000_000 };
  const inputs = [large, { ...large, kind: "mask" as const }];

  const attempt = stabilityAi.submit(
    requestFor("stable-image-inpaint", "inpainting", { inputs }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.submissions()).toBe(0);
});

test("a 3D model is returned as a file", async () => {
  const answer = await stabilityAi.submit(
    requestFor("stable-fast-3d", "image-to-3d"),
    callTo(simulator),
  );

  expect(answer).toMatchObject({
    state: "succeeded",
    result: { files: [{ contentType: "model/gltf-binary" }] },
  });
});

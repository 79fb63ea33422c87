import { expect, test } from "vitest";

import type { AdapterRequest } from "#activities/providers/adapter.ts";
import { stabilityAi } from "#activities/providers/stability-ai.ts";
import provider from "#catalog/providers/stability-ai.ts";
import type { Capability } from "#domain/capability.ts";
import { receivedForm } from "#test/support/providers/received-body.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";
import { startStabilityAi } from "#test/support/providers/stability-ai.ts";

import { describeAdapter } from "./adapter-suite.ts";

describeAdapter({
  provider,
  adapter: stabilityAi,
  start: startStabilityAi,
  refusals: {
    moderated: "content_refused",
    filtered: "content_refused",
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    invalid: "provider_rejected",
    too_large: "input_too_large",
    language: "provider_rejected",
    forbidden: "provider_credential_invalid",
  },
  failures: {
    CONTENT_FILTERED: "content_refused",
    "HTTP 404": "provider_failed",
  },
});

function callTo({ url }: Simulator) {
  return {
    baseUrl: url,
    credential: simulatorKey,
    idempotencyKey: "k",
    signal: AbortSignal.timeout(20_000),
  };
}

function requestFor(
  id: string,
  capability: Capability,
  change: Partial<AdapterRequest> = {},
): AdapterRequest {
  const model = provider.models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return sampleRequest(model, capability, change);
}

/** The fields of the form that arrived; a file is its type. */
async function fieldsOf({ requests }: Simulator): Promise<Record<string, string>> {
  const [request] = requests;
  if (request === undefined) throw new Error("nothing arrived");
  const form = await receivedForm(request);
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, value instanceof File ? value.type : value]),
  );
}

test("too many requests are told to wait the minute that the documents name", async () => {
  const simulator = await startStabilityAi();
  simulator.play({ refusal: "rate_limited" });

  const attempt = stabilityAi.submit(
    requestFor("stable-image-core", "text-to-image"),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ details: { retryAfterSeconds: 60 } });
  await simulator.close();
});

test("a picture tells its seed and the provider's name of the request", async () => {
  const simulator = await startStabilityAi();

  const answer = await stabilityAi.submit(
    requestFor("stable-image-core", "text-to-image"),
    callTo(simulator),
  );

  expect(answer).toMatchObject({
    state: "succeeded",
    providerRequestId: "req_sim",
    result: { seed: 343_940_597, files: [{ contentType: "image/png" }] },
  });
  await simulator.close();
});

test("a picture to start from goes with a strength, and keeps its shape", async () => {
  const simulator = await startStabilityAi();
  const request = requestFor("sd3.5-large", "image-to-image", {
    parameters: { aspectRatio: "16:9" },
  });

  await stabilityAi.submit(request, callTo(simulator));

  expect(await fieldsOf(simulator)).toEqual({
    prompt: "a red fox in the snow",
    model: "sd3.5-large",
    mode: "image-to-image",
    strength: "0.7",
    image: "image/png",
  });
  await simulator.close();
});

test.each([
  [{}, { left: "256", right: "256", up: "256", down: "256" }],
  [{ modelParameters: { left: 500 } }, { left: "500" }],
])("an outpaint with %o goes to %o", async (parameters, sides) => {
  const simulator = await startStabilityAi();

  await stabilityAi.submit(
    requestFor("stable-image-outpaint", "inpainting", { parameters }),
    callTo(simulator),
  );

  const { left, right, up, down } = await fieldsOf(simulator);
  expect(JSON.parse(JSON.stringify({ left, right, up, down }))).toEqual(sides);
  await simulator.close();
});

test("a second picture is the new background, and no other is made up", async () => {
  const simulator = await startStabilityAi();
  const inputs = [sampleInput("image"), sampleInput("image")];

  await stabilityAi.submit(
    requestFor("stable-image-replace-background-and-relight", "enhancement", {
      inputs,
      prompt: "",
    }),
    callTo(simulator),
  );

  expect(await fieldsOf(simulator)).toEqual({
    subject_image: "image/png",
    background_reference: "image/png",
  });
  await simulator.close();
});

test("more than ten megabytes are refused before anything is sent", async () => {
  const simulator = await startStabilityAi();
  const large = { ...sampleInput("image"), bytes: 6_000_000 };
  const inputs = [large, { ...large, kind: "mask" as const }];

  const attempt = stabilityAi.submit(
    requestFor("stable-image-inpaint", "inpainting", { inputs }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.submissions()).toBe(0);
  await simulator.close();
});

test("a model comes as the file that it is", async () => {
  const simulator = await startStabilityAi();

  const answer = await stabilityAi.submit(
    requestFor("stable-fast-3d", "image-to-3d"),
    callTo(simulator),
  );

  expect(answer).toMatchObject({
    state: "succeeded",
    result: { files: [{ contentType: "model/gltf-binary" }] },
  });
  await simulator.close();
});

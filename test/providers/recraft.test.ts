import { expect, test } from "vitest";

import { recraft } from "#activities/providers/recraft/recraft.ts";
import provider from "#catalog/providers/recraft.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { startRecraft } from "#test/support/providers/recraft.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startRecraft);

describeAdapter({
  provider,
  adapter: recraft,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    balance_as_invalid: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    moderated: "content_refused",
    invalid: "provider_rejected",
    invalid_as_text: "provider_rejected",
  },
  failures: {},
});

const requestFor = requestsTo(provider);
const sent = () => receivedJson(onlyRequest(simulator));

test("an image is requested in the format of its content type", async () => {
  const request = requestFor("recraftv4_1", "text-to-image", {
    parameters: { format: "webp", count: 3, aspectRatio: "16:9", seed: 7 },
  });

  const answer = await recraft.submit(request, callTo(simulator));

  expect(sent()).toEqual({
    model: "recraftv4_1",
    prompt: "a red fox in the snow",
    size: "1344x768",
    n: 3,
    random_seed: 7,
    image_format: "webp",
    response_format: "url",
  });
  expect(answer).toMatchObject({
    state: "succeeded",
    providerRequestId: "rr_sim",
    result: { files: Array.from({ length: 3 }, () => ({ contentType: "image/webp" })) },
  });
});

test("a vector image is SVG, and its format is not sent", async () => {
  const request = requestFor("recraftv4_1_vector", "text-to-image", {
    parameters: { format: "svg", aspectRatio: "16:9" },
  });

  const answer = await recraft.submit(request, callTo(simulator));

  expect(sent()).toMatchObject({ model: "recraftv4_1_vector", size: "16:9" });
  expect(sent()).not.toHaveProperty("image_format");
  expect(answer).toMatchObject({ result: { files: [{ contentType: "image/svg+xml" }] } });
});

test("a plain-text error of the provider reaches the caller", async () => {
  simulator.play({ refusal: "invalid_as_text" });

  const attempt = recraft.submit(requestFor("recraftv4_1", "text-to-image"), callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "provider_rejected",
    details: { reason: "invalid request body", requestId: "rr_sim" },
  });
});

test("an image that is too large is refused before anything is paid", async () => {
  const inputs = [{ ...sampleInput("image"), bytes: 10_000_001 }];
  const request = requestFor("crispUpscale", "upscaling", {
    inputs,
    inputsAreReachable: false,
  });

  await expect(recraft.submit(request, callTo(simulator))).rejects.toMatchObject({
    code: "input_too_large",
  });
  expect(simulator.submissions()).toBe(0);
});

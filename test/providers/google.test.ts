import { expect, test } from "vitest";

import type { AdapterRequest } from "#activities/providers/adapter.ts";
import { google } from "#activities/providers/google/google.ts";
import provider from "#catalog/providers/google.ts";
import type { Capability, InputKind } from "#domain/requests/capability.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { startGoogle } from "#test/support/providers/google.ts";
import { videoOf } from "#test/support/providers/input-of.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startGoogle);

describeAdapter({
  provider,
  adapter: google,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    moderated: "content_refused",
    prompt_blocked: "content_refused",
    no_image: "provider_failed",
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    day_is_over: "provider_balance_empty",
    no_free_tier: "provider_balance_empty",
    invalid: "provider_rejected",
    expired_key: "provider_credential_invalid",
    abroad: "provider_credential_invalid",
    retired: "model_not_available",
    busy: "provider_overloaded",
  },
  failures: {
    failed: "provider_failed",
    cancelled: "canceled",
    incomplete: "provider_failed",
    budget_exceeded: "provider_failed",
    requires_action: "provider_failed",
    requires_continuation: "provider_failed",
  },
  textModels: ["gemini-3.8-flash"],
});

const requestFor = requestsTo(provider);

async function accept(request: AdapterRequest) {
  return handleOf(await google.submit(request, callTo(simulator)));
}

test("the retry delay is read from the response body", async () => {
  simulator.play({ refusal: "rate_limited" });

  const attempt = google.submit(
    requestFor("gemini-3-pro-image", "text-to-image"),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ details: { retryAfterSeconds: 34 } });
});

test("an image from the model's thoughts is not a result, and the response id is kept", async () => {
  const answer = await google.submit(
    requestFor("gemini-3-pro-image", "text-to-image"),
    callTo(simulator),
  );

  expect(answer).toMatchObject({
    state: "succeeded",
    providerRequestId: "resp_sim",
    result: { files: [{ contentType: "image/png" }] },
  });
});

test("text instead of an image fails with that text as the reason", async () => {
  const request = requestFor("gemini-3-pro-image", "text-to-image", { prompt: "only words" });

  const attempt = google.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "provider_failed",
    details: { reason: "Here is an idea." },
  });
  expect(simulator.submissions()).toBe(1);
});

test("a description in a given schema is JSON", async () => {
  const modelParameters = { "generationConfig.responseSchema": { type: "OBJECT" } };
  const request = requestFor("gemini-3.8-flash", "vision-analysis", {
    parameters: { modelParameters },
  });

  const answer = await google.submit(request, callTo(simulator));

  expect(answer).toMatchObject({
    result: { files: [{ contentType: "application/json", text: '{"animal":"fox"}' }] },
  });
});

test("files that are too large together are refused before anything is sent", async () => {
  const half = { ...sampleInput("image"), bytes: 8_000_000 };
  const inputs = [half, half];

  const attempt = google.submit(
    requestFor("gemini-3-pro-image", "image-to-image", { inputs }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.requests).toEqual([]);
});

test("a video and an image that are too large together are also refused", async () => {
  const inputs = [sampleInput("video"), sampleInput("image")].map((input) => ({
    ...input,
    bytes: 8_000_000,
  }));

  const attempt = google.submit(
    requestFor("gemini-omni-1.1-flash", "video-editing", { inputs }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.requests).toEqual([]);
});

test("a video can be analyzed", async () => {
  const inputs = [sampleInput("video")];

  const answer = await google.submit(
    requestFor("gemini-3.8-flash", "vision-analysis", { inputs }),
    callTo(simulator),
  );

  expect(answer).toMatchObject({ result: { files: [{ text: "A red fox." }] } });
  expect(onlyRequest(simulator).body.toString()).toContain('"mimeType":"video/mp4"');
});

test.each<[InputKind[], Capability, string]>([
  [[], "text-to-video", "text_to_video"],
  [["image"], "image-to-video", "image_to_video"],
  [["image", "image"], "image-to-video", "image_to_video"],
  [["image", "image", "image"], "image-to-video", "reference_to_video"],
  [["video", "image"], "video-editing", "edit"],
])("%j for %s is %s, stored and in the background", async (kinds, capability, task) => {
  const inputs = kinds.map(sampleInput);

  await accept(requestFor("gemini-omni-1.1-flash", capability, { inputs }));

  const body = receivedJson(onlyRequest(simulator));
  expect(body).toMatchObject({
    background: true,
    store: true,
    generation_config: { video_config: { task } },
    response_format: { type: "video", resolution: "720p" },
  });
  expect((body["input"] as { type: string }[]).map(({ type }) => type)).toEqual([
    ...kinds.toSorted().toReversed(),
    "text",
  ]);
});

test("a video longer than the paid duration is refused before anything is sent", async () => {
  const inputs = [videoOf(8)];
  const request = requestFor("gemini-omni-1.1-flash", "video-editing", { inputs });

  const attempt = google.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "parameter_not_supported",
    details: { reason: expect.stringContaining("durationSeconds") as string },
  });
  expect(simulator.requests).toEqual([]);
  await accept({ ...request, parameters: { durationSeconds: 8 } });
  expect(simulator.submissions()).toBe(1);
});

test("an interaction that ends with text instead of a video is a refusal", async () => {
  const handle = await accept(requestFor("gemini-omni-1.1-flash", "text-to-video"));
  simulator.play({ status: "refused" });

  const attempt = google.poll?.(handle, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "content_refused",
    details: { reason: "I cannot make this video." },
  });
});

test("an interaction unknown to Google fails permanently", async () => {
  const attempt = google.poll?.({ id: "nobody" }, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({ code: "provider_failed" });
});

import { expect, test } from "vitest";

import type { AdapterInput, AdapterRequest } from "#activities/providers/adapter.ts";
import { google } from "#activities/providers/google.ts";
import provider from "#catalog/providers/google.ts";
import type { Capability, InputKind } from "#domain/capability.ts";
import { startGoogle } from "#test/support/providers/google.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

describeAdapter({
  provider,
  adapter: google,
  start: startGoogle,
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

async function accept(simulator: Simulator, request: AdapterRequest) {
  const answer = await google.submit(request, callTo(simulator));
  if (answer.state !== "accepted") throw new Error("not accepted");
  return answer.handle;
}

test("how long to wait is told, as Google says it in the body", async () => {
  const simulator = await startGoogle();
  simulator.play({ refusal: "rate_limited" });

  const attempt = google.submit(
    requestFor("gemini-3-pro-image", "text-to-image"),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ details: { retryAfterSeconds: 34 } });
  await simulator.close();
});

test("a picture that was only thought of is no result, and the answer's name is kept", async () => {
  const simulator = await startGoogle();

  const answer = await google.submit(
    requestFor("gemini-3-pro-image", "text-to-image"),
    callTo(simulator),
  );

  expect(answer).toMatchObject({
    state: "succeeded",
    providerRequestId: "resp_sim",
    result: { files: [{ contentType: "image/png" }] },
  });
  await simulator.close();
});

test("words instead of a picture are a failure that says them", async () => {
  const simulator = await startGoogle();
  const request = requestFor("gemini-3-pro-image", "text-to-image", { prompt: "only words" });

  const attempt = google.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "provider_failed",
    details: { reason: "Here is an idea." },
  });
  expect(simulator.submissions()).toBe(1);
  await simulator.close();
});

test("a description in a given shape is JSON", async () => {
  const simulator = await startGoogle();
  const modelParameters = { "generationConfig.responseSchema": { type: "OBJECT" } };
  const request = requestFor("gemini-3.8-flash", "vision-analysis", {
    parameters: { modelParameters },
  });

  const answer = await google.submit(request, callTo(simulator));

  expect(answer).toMatchObject({
    result: { files: [{ contentType: "application/json", text: '{"animal":"fox"}' }] },
  });
  await simulator.close();
});

test("files that are too large together are refused before anything is sent", async () => {
  const simulator = await startGoogle();
  const half = { ...sampleInput("image"), bytes: 8_000_000 };
  const inputs = [half, half];

  const attempt = google.submit(
    requestFor("gemini-3-pro-image", "image-to-image", { inputs }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.requests).toEqual([]);
  await simulator.close();
});

test("a video and a picture that are too large together are refused, too", async () => {
  const simulator = await startGoogle();
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
  await simulator.close();
});

test("a video can be looked at", async () => {
  const simulator = await startGoogle();
  const inputs = [sampleInput("video")];

  const answer = await google.submit(
    requestFor("gemini-3.8-flash", "vision-analysis", { inputs }),
    callTo(simulator),
  );

  expect(answer).toMatchObject({ result: { files: [{ text: "A red fox." }] } });
  const [request] = simulator.requests;
  expect(request?.body.toString()).toContain('"mimeType":"video/mp4"');
  await simulator.close();
});

test.each<[InputKind[], Capability, string]>([
  [[], "text-to-video", "text_to_video"],
  [["image"], "image-to-video", "image_to_video"],
  [["image", "image"], "image-to-video", "image_to_video"],
  [["image", "image", "image"], "image-to-video", "reference_to_video"],
  [["video", "image"], "video-editing", "edit"],
])("%j for %s is %s, stored and in the background", async (kinds, capability, task) => {
  const simulator = await startGoogle();
  const inputs = kinds.map(sampleInput);

  await accept(simulator, requestFor("gemini-omni-1.1-flash", capability, { inputs }));

  const [request] = simulator.requests;
  const body = request === undefined ? {} : receivedJson(request);
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
  await simulator.close();
});

test("a video that is longer than what was paid for is refused before anything is sent", async () => {
  const simulator = await startGoogle();
  const inputs = [lasting(8_000)];
  const request = requestFor("gemini-omni-1.1-flash", "video-editing", { inputs });

  const attempt = google.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "parameter_not_supported",
    details: { reason: expect.stringContaining("durationSeconds") as string },
  });
  expect(simulator.requests).toEqual([]);
  await accept(simulator, { ...request, parameters: { durationSeconds: 8 } });
  expect(simulator.submissions()).toBe(1);
  await simulator.close();
});

/** A video whose header says how long it is. */
function lasting(ms: number): AdapterInput {
  const input = sampleInput("video");
  const bytes = Buffer.from(mediaFile("mp4"));
  const header = bytes.indexOf("mvhd") + 4;
  bytes.writeUInt32BE(1_000, header + 12);
  bytes.writeUInt32BE(ms, header + 16);
  return {
    ...input,
    async *open() {
      yield bytes;
    },
  };
}

test("an interaction that ends with words instead of a video was refused", async () => {
  const simulator = await startGoogle();
  const handle = await accept(simulator, requestFor("gemini-omni-1.1-flash", "text-to-video"));
  simulator.play({ status: "refused" });

  const attempt = google.poll?.(handle, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "content_refused",
    details: { reason: "I cannot make this video." },
  });
  await simulator.close();
});

test("an interaction that Google does not know is an end, not a reason to ask again", async () => {
  const simulator = await startGoogle();

  const attempt = google.poll?.({ id: "nobody" }, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({ code: "provider_failed" });
  await simulator.close();
});

test("Veo is refused before anything is sent", async () => {
  const simulator = await startGoogle();

  const attempt = google.submit(
    requestFor("veo-3.1-generate-001", "text-to-video"),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "model_not_available" });
  expect(simulator.requests).toEqual([]);
  await simulator.close();
});

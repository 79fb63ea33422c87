import { expect, test } from "vitest";

import type { ProviderCall } from "#activities/providers/adapter.ts";
import { luma } from "#activities/providers/luma.ts";
import type { ModelDefinition } from "#catalog/define-provider.ts";
import provider from "#catalog/providers/luma.ts";
import { startLuma } from "#test/support/providers/luma.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

describeAdapter({
  provider,
  adapter: luma,
  start: startLuma,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    too_many_jobs: "provider_rate_limited",
    suspended: "provider_credential_invalid",
    invalid: "provider_rejected",
    too_large: "input_too_large",
    not_ingested: "provider_overloaded",
  },
  failures: { failed: "provider_failed" },
});

function callOf(simulator: Simulator): ProviderCall {
  return {
    baseUrl: simulator.url,
    credential: simulatorKey,
    idempotencyKey: "job_1:generate:1",
    signal: AbortSignal.timeout(20_000),
  };
}

function modelOf(id: string): ModelDefinition {
  const model = provider.models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`no model ${id}`);
  return model;
}

function bodyOf(simulator: Simulator): Record<string, unknown> {
  return JSON.parse(String(simulator.requests[0]?.body)) as Record<string, unknown>;
}

test.each([
  ["content_moderated", "content_refused"],
  ["budget_exhausted", "provider_balance_empty"],
  ["image_too_large", "input_too_large"],
  ["unsupported_format", "input_invalid"],
  ["corrupt_input", "input_invalid"],
  ["invalid_request", "provider_rejected"],
  ["output_not_found", "provider_failed"],
  ["rate_limited", "provider_failed"],
])("a generation that failed for %s is %s, and is not asked for again", async (word, code) => {
  await using simulator = await closing(startLuma({ failureCode: word }));
  const call = callOf(simulator);
  const answer = await luma.submit(sampleRequest(modelOf("uni-1"), "text-to-image"), call);
  simulator.play({ status: "failed" });

  const attempt = luma.poll?.(answer.state === "accepted" ? answer.handle : {}, call);

  await expect(attempt).rejects.toMatchObject({ code });
  expect(simulator.submissions()).toBe(1);
});

test("several pictures are frames of a video, from its first to its last", async () => {
  await using simulator = await closing(startLuma());
  const inputs = (["image", "image", "image"] as const).map(sampleInput);
  const parameters = { durationSeconds: 10 };
  const request = sampleRequest(modelOf("ray-3.2"), "image-to-video", { inputs, parameters });

  await luma.submit(request, callOf(simulator));

  expect(bodyOf(simulator)["video"]).toMatchObject({
    duration: "10s",
    keyframe_indexes: [0, 120, 240],
  });
});

test("an edit derives its controls from the video unless a strength is given", async () => {
  await using simulator = await closing(startLuma());
  const request = sampleRequest(modelOf("ray-3.2"), "video-editing");
  const modelParameters = { "video.edit.strength": "flex_2" };

  await luma.submit(request, callOf(simulator));
  await luma.submit({ ...request, parameters: { modelParameters } }, callOf(simulator));

  const videos = simulator.requests.map(
    ({ body }) => (JSON.parse(String(body)) as { video: unknown }).video,
  );
  expect(videos).toEqual([
    { resolution: "720p", edit: { auto_controls: true } },
    { resolution: "720p", edit: { strength: "flex_2" } },
  ]);
});

test("an edit of a video longer than what is paid for is told before it is paid", async () => {
  await using simulator = await closing(startLuma());
  const inputs = [{ ...sampleInput("video"), open: openLong }];
  const request = sampleRequest(modelOf("ray-3.2"), "video-editing", { inputs });

  const attempt = luma.submit(request, callOf(simulator));

  await expect(attempt).rejects.toMatchObject({ code: "parameter_not_supported" });
  expect(simulator.submissions()).toBe(0);
});

test("the first picture is edited, and the others are references", async () => {
  await using simulator = await closing(startLuma());
  const inputs = (["image", "image", "image"] as const).map(sampleInput);
  const request = sampleRequest(modelOf("uni-1"), "image-to-image", { inputs });

  await luma.submit(request, callOf(simulator));

  expect(bodyOf(simulator)).toMatchObject({
    type: "image_edit",
    source: { media_type: "image/png" },
    image_ref: [{ media_type: "image/png" }, { media_type: "image/png" }],
  });
});

test("an input that Luma would not take costs nothing", async () => {
  await using simulator = await closing(startLuma());
  const inputs = [{ ...sampleInput("image"), bytes: 50_000_001 }];
  const request = sampleRequest(modelOf("uni-1"), "image-to-image", { inputs });

  for (const inputsAreReachable of [true, false]) {
    const attempt = luma.submit({ ...request, inputsAreReachable }, callOf(simulator));

    await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  }
  expect(simulator.requests).toEqual([]);
});

/** The small video, whose header says that it lasts 8 seconds. */
async function* openLong(): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(mediaFile("mp4"));
  const movie = bytes.indexOf("mvhd");
  bytes.writeUInt32BE(bytes.readUInt32BE(movie + 16) * 8, movie + 20);
  yield bytes;
}

async function closing(started: Promise<Simulator>): Promise<Simulator & AsyncDisposable> {
  const simulator = await started;
  return { ...simulator, [Symbol.asyncDispose]: async () => simulator.close() };
}

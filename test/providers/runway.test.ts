import { expect, test } from "vitest";

import type { AdapterInput, ProviderCall } from "#activities/providers/adapter.ts";
import { runway } from "#activities/providers/runway.ts";
import type { ModelDefinition } from "#catalog/define-provider.ts";
import provider from "#catalog/providers/runway.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { startRunway } from "#test/support/providers/runway.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

describeAdapter({
  provider,
  adapter: runway,
  start: startRunway,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    daily_limit: "provider_balance_empty",
    invalid: "provider_rejected",
    sheds_load: "provider_overloaded",
  },
  failures: { FAILED: "provider_failed", CANCELLED: "canceled" },
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

test.each([
  ["SAFETY.INPUT.TEXT", "content_refused"],
  ["SAFETY.OUTPUT.VIDEO", "content_refused"],
  ["INPUT_PREPROCESSING.SAFETY.TEXT", "content_refused"],
  ["ASSET.INVALID", "input_invalid"],
  ["INPUT_PREPROCESSING.INTERNAL", "provider_failed"],
  ["INTERNAL.BAD_OUTPUT.CODE01", "provider_failed"],
  ["THIRD_PARTY.UNAVAILABLE", "provider_failed"],
])("a task that failed for %s is %s", async (failureCode, code) => {
  await using simulator = await closing(startRunway({ failureCode }));
  const call = callOf(simulator);
  const request = sampleRequest(modelOf("gen4_image"), "text-to-image");
  const answer = await runway.submit(request, call);
  simulator.play({ status: "FAILED" });

  const attempt = runway.poll?.(answer.state === "accepted" ? answer.handle : {}, call);

  await expect(attempt).rejects.toMatchObject({ code });
  expect(simulator.submissions()).toBe(1);
});

test("an input too large for an address or for the body is uploaded, and nobody but Runway gets the key", async () => {
  await using simulator = await closing(startRunway());
  const image: AdapterInput = paddedInput("image", 17_000_000);
  const request = sampleRequest(modelOf("gen4_turbo"), "image-to-video", { inputs: [image] });

  await runway.submit(request, callOf(simulator));

  expect(simulator.requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    "POST /v1/uploads",
    "POST /storage",
    "POST /v1/image_to_video",
  ]);
  expect(simulator.requests[1]?.headers["authorization"]).toBeUndefined();
  expect(simulator.requests[2]?.body.toString()).toContain('"promptImage":"runway://');
  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
});

test("an input that is larger than an upload may be costs nothing", async () => {
  await using simulator = await closing(startRunway());
  const image = { ...sampleInput("image"), bytes: 200_000_001 };
  const request = sampleRequest(modelOf("gen4_turbo"), "image-to-video", { inputs: [image] });

  const attempt = runway.submit(request, callOf(simulator));

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.requests).toEqual([]);
});

test("a performance without its recording is told before it is paid", async () => {
  await using simulator = await closing(startRunway());
  const inputs = [sampleInput("image")];
  const request = sampleRequest(modelOf("act_two"), "image-to-video", { inputs });

  const attempt = runway.submit(request, callOf(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "input_missing",
    details: { missing: ["reference"] },
  });
  expect(simulator.submissions()).toBe(0);
});

test("a video longer than what is paid for is told, and with its length, sent", async () => {
  await using simulator = await closing(startRunway());
  const long = { ...sampleInput("video"), open: openLong };
  const request = sampleRequest(modelOf("aleph2"), "video-editing", { inputs: [long] });

  const attempt = runway.submit(request, callOf(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "parameter_not_supported",
    issues: [{ pointer: "/parameters/durationSeconds" }],
  });
  expect(simulator.submissions()).toBe(0);
  await runway.submit({ ...request, parameters: { durationSeconds: 8 } }, callOf(simulator));
  expect(JSON.parse(String(simulator.requests[0]?.body))).not.toHaveProperty("duration");
});

test("pictures that guide an edit are spread over the video", async () => {
  await using simulator = await closing(startRunway());
  const inputs = (["video", "image", "image", "image"] as const).map(sampleInput);
  const request = sampleRequest(modelOf("aleph2"), "video-editing", { inputs });

  await runway.submit(request, callOf(simulator));

  const body = JSON.parse(String(simulator.requests[0]?.body)) as { keyframes: { at: number }[] };
  expect(body.keyframes.map(({ at }) => at)).toEqual([0, 0.5, 1]);
});

test("what was done is not deleted by its cancellation, and what was deleted is canceled", async () => {
  await using simulator = await closing(startRunway());
  const call = callOf(simulator);
  const request = sampleRequest(modelOf("gen4_image"), "text-to-image");
  const answer = await runway.submit(request, call);
  const handle = answer.state === "accepted" ? answer.handle : {};
  simulator.play({ runningPolls: 0 });

  await runway.cancel?.(handle, call);

  expect(simulator.requests.map(({ method }) => method)).not.toContain("DELETE");
  expect(await runway.poll?.(handle, call)).toMatchObject({ state: "succeeded" });
  expect(await runway.poll?.({ ...handle, id: "gone" }, call)).toEqual({ state: "canceled" });
  await expect(runway.cancel?.({ ...handle, id: "gone" }, call)).resolves.toBeUndefined();
});

/** The small video, whose header says that it lasts 8 seconds. */
async function* openLong(): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(mediaFile("mp4"));
  const movie = bytes.indexOf("mvhd");
  bytes.writeUInt32BE(bytes.readUInt32BE(movie + 16) * 8, movie + 20);
  yield bytes;
}

function paddedInput(kind: "image", bytes: number): AdapterInput {
  return {
    ...sampleInput(kind),
    bytes,
    async *open() {
      yield Buffer.alloc(bytes);
    },
  };
}

async function closing(started: Promise<Simulator>): Promise<Simulator & AsyncDisposable> {
  const simulator = await started;
  return { ...simulator, [Symbol.asyncDispose]: async () => simulator.close() };
}

import { expect, test } from "vitest";

import type { AdapterInput, Announcement, ProviderCall } from "#activities/providers/adapter.ts";
import { topazLabs } from "#activities/providers/topaz-labs/topaz-labs.ts";
import provider from "#catalog/providers/topaz-labs.ts";
import { AppError } from "#domain/errors.ts";
import { attemptSettledMs } from "#domain/jobs/time-limits.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { pictureOf } from "#test/support/providers/input-of.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { receivedForm, receivedJson } from "#test/support/providers/received-body.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { startTopazLabs } from "#test/support/providers/topaz-labs.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startTopazLabs);

describeAdapter({
  provider,
  adapter: topazLabs,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    no_subscription: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    too_early: "provider_overloaded",
    too_large: "input_too_large",
    unsupported: "provider_rejected",
    moderated: "content_refused",
    invalid: "provider_rejected",
  },
  failures: {
    Failed: "provider_failed",
    failed: "provider_failed",
    Cancelled: "canceled",
    canceled: "canceled",
  },
});

const requestFor = requestsTo(provider);

function paths(): string[] {
  return simulator.requests.map(({ method, url }) =>
    `${method} ${url.pathname}`.replaceAll(/[0-9a-f-]{36}/g, "{id}"),
  );
}

function sentTo(path: string) {
  const request = simulator.requests.find(({ url }) => url.pathname === path);
  if (request === undefined) throw new Error(`nothing came to ${path}`);
  return request;
}

/** A video with this number of frames and seconds in its header. */
function videoOf(frames: number, seconds = frames / 5): AdapterInput {
  const file = mediaFile("mp4");
  file.writeUInt32BE(frames, file.indexOf("stts") + 12);
  // The first track has a clock of 10,240 ticks a second.
  file.writeUInt32BE(Math.round((seconds * 10_240) / frames), file.indexOf("stts") + 16);
  file.writeUInt32BE(seconds * 10_240, file.indexOf("mdhd") + 20);
  return {
    ...sampleInput("video"),
    async *open() {
      for (let place = 0; place < file.byteLength; place += 100) {
        yield file.subarray(place, place + 100);
      }
    },
  };
}

async function submitVideo(
  parameters: GenerationParameters,
  input = videoOf(5),
  id = "prob-4",
  change: Partial<ProviderCall> = {},
) {
  const request = requestFor(id, "enhancement", { inputs: [input], parameters });
  return topazLabs.submit(request, callTo(simulator, change));
}

test("a video takes four steps, and only the last is paid", async () => {
  await submitVideo({});

  expect(paths()).toEqual([
    "POST /video/",
    "PATCH /video/{id}/accept",
    "PUT /upload/{id}/0",
    "PUT /upload/{id}/1",
    "PUT /upload/{id}/2",
    "PATCH /video/{id}/complete-upload/",
  ]);
  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
});

test("the source properties are read from the video, and its size is kept", async () => {
  await submitVideo({});

  expect(receivedJson(sentTo("/video/"))).toEqual({
    source: {
      container: "mp4",
      size: sampleInput("video").bytes,
      duration: 1,
      frameCount: 5,
      frameRate: 5,
      resolution: { width: 64, height: 64 },
    },
    filters: [{ model: "prob-4" }],
    output: {
      resolution: { width: 64, height: 64 },
      frameRate: 5,
      container: "mp4",
      videoEncoder: "H264",
      videoProfile: "High",
      dynamicCompressionLevel: "Mid",
      audioCodec: "AAC",
      audioTransfer: "Copy",
    },
  });
});

test("new frames are requested as a filter and as the frame rate of the result", async () => {
  await submitVideo({ fps: 120, resolution: "4k", durationSeconds: 2 }, videoOf(5), "apo-8");

  expect(receivedJson(sentTo("/video/"))).toMatchObject({
    filters: [{ model: "apo-8", fps: 120 }],
    output: { frameRate: 120, resolution: { width: 2160, height: 2160 } },
  });
});

test("the parts of an upload add up to the video, and the storage does not receive the key", async () => {
  await submitVideo({});

  const parts = simulator.requests.filter(({ method }) => method === "PUT");
  const whole = Buffer.concat(parts.map(({ body }) => body));
  expect(whole.byteLength).toBe(sampleInput("video").bytes);
  expect(whole.indexOf("moov")).toBeGreaterThan(0);
  expect(parts.every(({ headers }) => headers["x-api-key"] === undefined)).toBe(true);
});

test("a video above the paid price is created, which is free, and not accepted", async () => {
  // Costs seven of the provider's credits at 1,000 frames a second.
  const attempt = submitVideo({ durationSeconds: 1 }, videoOf(1_000, 1));

  await expect(attempt).rejects.toMatchObject({
    code: "parameter_not_supported",
    details: {
      reason:
        "This would cost 7 of the provider's credits, and 1 are paid for: set durationSeconds to 7, or send a shorter one.",
    },
  });
  expect(paths()).toEqual(["POST /video/"]);
  expect(simulator.submissions()).toBe(0);
});

test("a video longer than the paid duration is not even created", async () => {
  await expect(submitVideo({}, videoOf(100))).rejects.toMatchObject({
    code: "parameter_not_supported",
    issues: [{ pointer: "/parameters/durationSeconds" }],
  });
  expect(simulator.requests).toEqual([]);
});

test("a video that cannot be read is refused before anything is sent", async () => {
  const input = { ...sampleInput("video"), contentType: "video/webm" };

  await expect(submitVideo({}, input)).rejects.toMatchObject({ code: "input_invalid" });
  expect(simulator.requests).toEqual([]);
});

test("credits reserved by the acceptance are released when the last step is refused", async () => {
  simulator.play({ refusal: "balance" });

  await expect(submitVideo({})).rejects.toMatchObject({ code: "provider_balance_empty" });

  expect(paths().at(-1)).toBe("DELETE /video/{id}");
  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 0]);
});

test("a last step whose response is lost is neither repeated nor reverted, and is polled", async () => {
  simulator.play({ paidFault: "reset", runningPolls: 0 });
  const { announce, announced } = listener();

  await expect(submitVideo({}, undefined, undefined, { announce })).rejects.toMatchObject({
    code: "provider_outcome_unknown",
  });

  expect(paths().at(-1)).toBe("PATCH /video/{id}/complete-upload/");
  expect(announced).toHaveLength(1);
  expect(await topazLabs.poll?.(announced[0] ?? {}, callTo(simulator))).toMatchObject({
    state: "succeeded",
  });
  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
});

test("a last step that never arrived is awaited, then canceled, certainly without a charge", async () => {
  const { announce, announced } = listener();
  // Simulates the death of a worker: sends nothing more and reverts nothing.
  const lose = async (announcement: Announcement) => {
    await announce(announcement);
    throw new AppError("provider_outcome_unknown");
  };
  await submitVideo({}, undefined, undefined, { announce: lose }).catch(() => undefined);
  const [handle = {}] = announced;
  const ask = async (ms: number) => {
    const announcedAt = Number(handle["announcedAt"]) - ms;
    return topazLabs.poll?.({ ...handle, announcedAt }, callTo(simulator));
  };

  expect(await ask(attemptSettledMs - 20_000)).toMatchObject({ state: "running" });
  await expect(ask(attemptSettledMs + 1)).rejects.toMatchObject({
    code: "provider_failed",
    details: { reason: "the upload was not finished" },
  });

  expect(paths().slice(-2)).toEqual(["DELETE /video/{id}", "GET /video/{id}/status"]);
  expect(simulator.submissions()).toBe(0);
});

test("a video that a cancellation does not stop continues, although the provider confirms the cancellation", async () => {
  const { announce, announced } = listener();
  await submitVideo({}, undefined, undefined, { announce });
  const [handle = {}] = announced;
  const announcedAt = Number(handle["announcedAt"]) - attemptSettledMs - 1;
  simulator.play({ status: "accepted" });

  const result = await topazLabs.poll?.({ ...handle, announcedAt }, callTo(simulator));

  expect(result).toMatchObject({ state: "running" });
  expect(paths().slice(-2)).toEqual(["DELETE /video/{id}", "GET /video/{id}/status"]);
});

test("a last step that arrived is not doubted, however long the provider reports accepted", async () => {
  const handle = handleOf(await submitVideo({}));
  simulator.play({ status: "accepted" });

  expect(handle).not.toHaveProperty("announcedAt");
  expect(await topazLabs.poll?.(handle, callTo(simulator))).toMatchObject({ state: "running" });
});

test("an attempt abandoned during the upload pays nothing and releases the credits", async () => {
  const announce = async () => {
    throw new AppError("provider_unreachable");
  };

  await expect(submitVideo({}, undefined, undefined, { announce })).rejects.toMatchObject({
    code: "provider_unreachable",
  });

  expect(paths().at(-1)).toBe("DELETE /video/{id}");
  expect(simulator.submissions()).toBe(0);
});

test("an upload that exceeds the attempt's deadline is paid for once it was announced", async () => {
  const announce = async () => ({ sendBefore: Date.now() + 60_000 });
  const change = { sendBefore: Date.now() - 1 };

  await expect(submitVideo({}, undefined, undefined, change)).rejects.toMatchObject({
    code: "provider_unreachable",
  });
  await submitVideo({}, undefined, undefined, { ...change, announce });

  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
});

/** Collects the announced handles, as the engine does. */
function listener() {
  const announced: ProviderHandle[] = [];
  const announce = async ({ handle }: Announcement) => {
    announced.push(handle);
    return { sendBefore: Date.now() + 60_000 };
  };
  return { announce, announced };
}

test("a video can be canceled, and a finished one stays a result with a fresh URL", async () => {
  simulator.play({ runningPolls: 5 });
  const stopped = handleOf(await submitVideo({}));
  await topazLabs.cancel?.(stopped, callTo(simulator));
  expect(await topazLabs.poll?.(stopped, callTo(simulator))).toEqual({ state: "canceled" });

  simulator.play({ runningPolls: 0 });
  const done = handleOf(await submitVideo({}));
  const first = await topazLabs.poll?.(done, callTo(simulator));
  await topazLabs.cancel?.(done, callTo(simulator));
  const again = await topazLabs.poll?.(done, callTo(simulator));

  expect(first).toMatchObject({ state: "succeeded" });
  expect(again).toMatchObject({ state: "succeeded" });
  expect(again).not.toEqual(first);
});

test("an image is sent as a URL, or as a file when the provider cannot fetch it", async () => {
  await topazLabs.submit(requestFor("topaz-sharpen-standard", "enhancement"), callTo(simulator));
  await topazLabs.submit(
    requestFor("topaz-sharpen-standard", "enhancement", { inputsAreReachable: false }),
    callTo(simulator),
  );

  const [first, second] = await Promise.all(
    simulator.requests
      .filter(({ url }) => url.pathname === "/image/v1/sharpen/async")
      .map(async (request) => receivedForm(request)),
  );
  expect(first?.get("source_url")).toBe(sampleInput("image").url);
  expect(first?.has("image")).toBe(false);
  expect(second?.get("image")).toBeInstanceOf(File);
  expect(second?.has("source_url")).toBe(false);
});

test.each([
  [{}, 1_000, 500, { output_width: 2_000 }],
  [{}, 6_000, 3_000, { output_width: 6_921 }],
  [{ scale: 3 }, 1_000, 500, { output_width: 3_000 }],
  [{ width: 1_500 }, 1_000, 500, { output_width: 1_500 }],
  [{ height: 900 }, 1_000, 500, { output_height: 900 }],
  [{ width: 1_500, height: 900 }, 1_000, 500, { output_width: 1_500, output_height: 900 }],
])("with %o an image of %i by %i is upscaled to %o", async (parameters, width, height, sides) => {
  const inputs = [pictureOf(width, height)];

  await topazLabs.submit(
    requestFor("topaz-standard-v2", "upscaling", { inputs, parameters }),
    callTo(simulator),
  );

  const { output_width, output_height } = receivedJson(sentTo("/image/v1/estimate"));
  expect({ output_width, output_height }).toEqual({
    output_width: undefined,
    output_height: undefined,
    ...sides,
  });
});

test("an image above the paid price is estimated, which is free, and not sent", async () => {
  const inputs = [pictureOf(8_000, 6_000)];

  const attempt = topazLabs.submit(
    requestFor("topaz-denoise-normal", "restoration", { inputs }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({
    code: "parameter_not_supported",
    details: { reason: expect.stringContaining("2 of the provider's credits, and 1 are paid for") },
  });
  expect(paths()).toEqual(["POST /image/v1/estimate"]);
  expect(simulator.submissions()).toBe(0);
});

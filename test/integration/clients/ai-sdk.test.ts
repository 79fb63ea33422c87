import { createMediaEngine } from "@gme/ai-sdk-provider";
import { AbortError } from "@gme/client";
import {
  APICallError,
  experimental_generateVideo as generateVideo,
  experimental_getVideoStatus as getVideoStatus,
  experimental_startVideo as startVideo,
  generateImage,
  generateSpeech,
  NoSuchModelError,
  RetryError,
  transcribe,
} from "ai";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { Job } from "#db/entities/job.ts";
import { endWithoutResult } from "#db/jobs/job-steps.ts";
import { useApi, useDatabase, useOrganization, useResource } from "#test/support/fixtures.ts";
import { type EndedFile, endQueuedJobs } from "#test/support/jobs/end-queued-jobs.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { pngOf, wavOf } from "#test/support/media.ts";
import { startFaultyProxy } from "#test/support/servers/faulty-proxy.ts";

/** The provider as the AI SDK drives it. The test ends the jobs, as a worker would. */

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database, { credits: 1_000 });
const proxy = useResource(async () => startFaultyProxy(api));

const patience = { timeout: 15_000, interval: 50 };

const png: EndedFile = { bytes: pngOf(100), contentType: "image/png" };
const wav: EndedFile = { bytes: wavOf(100), contentType: "audio/wav" };
const mp4: EndedFile = {
  bytes: Buffer.from("\0\0\0\x10ftypisom\0\0\x02\0", "latin1"),
  contentType: "video/mp4",
};
const times = {
  language: "en",
  duration: 1.5,
  segments: [{ start: 0, end: 1, text: "Hello.", words: [{ word: "Hello.", start: 0, end: 1 }] }],
};
const text: EndedFile = { bytes: Buffer.from("Hello.\n"), contentType: "text/plain" };
const json: EndedFile = {
  bytes: Buffer.from(JSON.stringify(times)),
  contentType: "application/json",
};

/** Jobs whose prompt begins with "held" stay queued. */
function filesOf({ capability, request }: Job): readonly [EndedFile, ...EndedFile[]] | null {
  if (request.prompt?.startsWith("held") === true) return null;
  if (capability === "speech-to-text") return [text, json];
  if (capability === "text-to-speech") return [wav];
  if (capability?.endsWith("-video") === true) return [mp4];
  return request.parameters.count === 2 ? [png, png] : [png];
}

useResource(
  async () => endQueuedJobs(database.orm, api.storage, owner.organizationId, filesOf),
  async (ender) => {
    await ender.close();
    await expectSoundLedger(database.orm);
  },
);

// The transport's own repetitions would hide those of the AI SDK.
const connect = (options = {}) =>
  createMediaEngine({ baseUrl: proxy.url, apiKey: owner.key, retriesMax: 0, ...options });
const provider = connect.bind(undefined, {});

beforeEach(() => {
  proxy.behave(() => "pass");
  // The AI SDK logs warnings to the console.
  vi.stubGlobal("AI_SDK_LOG_WARNINGS", false);
});

async function listJobs(prompt: string): Promise<Job[]> {
  const jobs = await database.orm.em.fork().find(Job, { organizationId: owner.organizationId });
  return jobs.filter(({ request }) => request.prompt === prompt);
}

async function untilQueued(prompt: string, count = 1): Promise<Job[]> {
  return vi.waitFor(async () => {
    const jobs = await listJobs(prompt);
    expect(jobs).toHaveLength(count);
    return jobs;
  }, patience);
}

/** Loses the response of the first requests that create a job. */
function loseOrders(count: number): void {
  let lost = 0;
  proxy.behave(({ method, path }) => {
    if (method !== "POST" || path !== "/v1/generations" || lost >= count) return "pass";
    lost += 1;
    return "lose";
  });
}

/** Keys of the requests that created jobs. */
function sentKeys(): unknown[] {
  return proxy.requests
    .filter(({ path }) => path === "/v1/generations")
    .map(({ headers }) => headers["idempotency-key"]);
}

async function failureOf(call: Promise<unknown>): Promise<APICallError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (APICallError.isInstance(last)) return last;
  throw error;
}

describe("images", () => {
  test("are generated from a prompt with their settings, and say what they cost", async () => {
    const { image, providerMetadata, responses, warnings } = await generateImage({
      model: provider().image("auto"),
      prompt: "a red fox",
      size: "1024x1024",
      seed: 7,
      headers: { "x-team": "museum" },
      providerOptions: { gme: { metadata: { project: "spring" }, maxCredits: 3 } },
    });

    const [job] = await listJobs("a red fox");
    expect(Buffer.from(image.uint8Array).equals(png.bytes)).toBe(true);
    expect(job?.request).toMatchObject({
      capability: "text-to-image",
      parameters: { width: 1024, height: 1024, seed: 7 },
      maxCredits: 3,
    });
    expect(job?.metadata).toEqual({ project: "spring" });
    expect(proxy.requests[0]?.headers).toMatchObject({
      "x-team": "museum",
      "user-agent": expect.stringContaining("ai/"),
    });
    expect(providerMetadata["gme"]?.images).toEqual([
      expect.objectContaining({ jobId: job?.id, credits: 1, contentType: "image/png" }),
    ]);
    expect(responses[0]?.modelId).toMatch(/^studio-/);
    expect(warnings).toEqual([]);
  });

  test("of a model that makes several come from one job, else from one each", async () => {
    const some = await generateImage({
      model: provider().image("studio-image"),
      prompt: "two foxes",
      n: 2,
    });
    const others = await generateImage({ model: provider().image("auto"), prompt: "twins", n: 2 });

    expect([some.images.length, others.images.length]).toEqual([2, 2]);
    expect(some.providerMetadata["gme"]?.images).toMatchObject([{ credits: 1 }, { credits: 1 }]);
    expect((await listJobs("two foxes")).map(({ request }) => request.parameters)).toEqual([
      { count: 2 },
    ]);
    expect(await listJobs("twins")).toHaveLength(2);
  });

  test("are changed by files, which become assets, and by masks", async () => {
    const photo = pngOf(200);
    const model = provider().image("auto");
    await generateImage({ model, prompt: { text: "as a drawing", images: [photo] } });
    await generateImage({
      model,
      prompt: { text: "without the tree", images: [photo.toString("base64")], mask: pngOf(150) },
    });

    const [drawing] = await listJobs("as a drawing");
    const [removal] = await listJobs("without the tree");
    const [photoInput] = drawing?.request.inputs ?? [];
    expect(drawing?.request).toMatchObject({
      capability: "image-to-image",
      inputs: [{ kind: "image", assetId: expect.stringMatching(/^ast_/) }],
    });
    expect(removal?.request).toMatchObject({
      capability: "inpainting",
      inputs: [photoInput, { kind: "mask", assetId: expect.any(String) }],
    });
    expect(await model.supportsFileInputs).toBe(true);
    const style = provider().image("studio-style");
    expect([await style.supportsFileInputs, await style.supportsMaskInputs]).toEqual([true, false]);
  });

  test("are made without settings that the model lacks, with a warning for each", async () => {
    const { warnings } = await generateImage({
      model: provider().image("studio-inpaint"),
      prompt: { text: "a lake instead", images: [pngOf(100)], mask: pngOf(100) },
      size: "640x480",
      seed: 3,
    });

    expect(warnings).toEqual([
      { type: "unsupported", feature: "size", details: expect.stringContaining("width") },
    ]);
    const [job] = await listJobs("a lake instead");
    expect(job?.request.parameters).toEqual({ seed: 3 });
  });
});

describe("speech and transcriptions", () => {
  test("speech has its voice, format and price, and warns of instructions", async () => {
    const { audio, warnings, providerMetadata } = await generateSpeech({
      model: provider().speech("studio-voice"),
      text: "Welcome.",
      voice: "slt",
      outputFormat: "wav",
      speed: 1.5,
      language: "en",
      instructions: "Whisper.",
    });

    const [job] = await listJobs("Welcome.");
    expect(Buffer.from(audio.uint8Array).equals(wav.bytes)).toBe(true);
    expect(audio.mediaType).toBe("audio/wav");
    expect(job?.request).toMatchObject({
      capability: "text-to-speech",
      parameters: { voice: { name: "slt" }, format: "wav", speed: 1.5, language: "en" },
    });
    expect(warnings).toEqual([
      { type: "unsupported", feature: "instructions", details: expect.any(String) },
    ]);
    expect(providerMetadata["gme"]).toMatchObject({ jobId: job?.id, credits: 1 });
  });

  test("a transcription has its text and the times of its segments and words", async () => {
    const found = await transcribe({
      model: provider().transcription("auto"),
      audio: wavOf(300),
      timestampGranularities: ["word", "segment"],
    });

    expect(found).toMatchObject({
      text: "Hello.",
      segments: [{ text: "Hello.", startSecond: 0, endSecond: 1 }],
      words: [{ text: "Hello.", startSecond: 0, endSecond: 1 }],
      language: "en",
      durationInSeconds: 1.5,
      warnings: [],
    });
  });

  test("a recording is fetched by the engine, or by the AI SDK if the engine refuses its URL", async () => {
    const model = provider().transcription("studio-transcribe");
    const url = new URL("https://example.com/hello.wav");
    const found = await transcribe({ model, audio: url });
    expect(found.text).toBe("Hello.");

    const refused = await model.doGenerateFromUrl?.({ audio: new URL("http://10.0.0.1/a.wav") });
    expect(refused).toBeUndefined();
  });
});

describe("videos", () => {
  test("are generated in one call from a prompt, or from frames", async () => {
    const { video, providerMetadata, warnings } = await generateVideo({
      model: provider().video("auto"),
      prompt: "waves at dusk",
      duration: 4,
      fps: 24,
      aspectRatio: "16:9",
      generateAudio: true,
    });
    await generateVideo({
      model: provider().video("auto"),
      prompt: { text: "the fox wakes up", image: pngOf(100) },
    });

    const [job] = await listJobs("waves at dusk");
    const [fox] = await listJobs("the fox wakes up");
    expect(Buffer.from(video.uint8Array).equals(mp4.bytes)).toBe(true);
    expect(job?.request).toMatchObject({
      capability: "text-to-video",
      parameters: { durationSeconds: 4, fps: 24, aspectRatio: "16:9" },
    });
    expect(fox?.request).toMatchObject({
      capability: "image-to-video",
      inputs: [{ kind: "image" }],
    });
    expect(providerMetadata["gme"]).toMatchObject({ jobId: job?.id, credits: 2 });
    expect(warnings.map((warning) => "feature" in warning && warning.feature)).toEqual([
      "generateAudio",
    ]);
  });

  test("are operations that another process can ask about", async () => {
    const prompt = "held waves";
    const { operation } = await startVideo({ model: provider().video("auto"), prompt });
    const elsewhere = provider().video("auto");
    const status = async () => getVideoStatus(elsewhere, { operation });
    const [job] = await untilQueued(prompt);

    expect(operation).toEqual({ jobId: job?.id });
    expect(await status()).toMatchObject({ status: "pending" });
    await cancel(job?.id ?? "");
    expect(await status()).toMatchObject({ status: "error", error: "The job was canceled." });
    await expect(getVideoStatus(elsewhere, { operation: "job" })).rejects.toThrow("operation");
  });

  test("are awaited by a webhook and by polls", async () => {
    const url = "https://hooks.example.com/video";
    const received = Promise.withResolvers<{ headers: Record<string, string>; body: string }>();
    const generating = generateVideo({
      model: provider().video("auto"),
      prompt: "a storm",
      webhook: async () => ({ url, received: received.promise }),
    });
    const [job] = await untilQueued("a storm");
    await vi.waitFor(async () => {
      expect((await listJobs("a storm"))[0]?.status).toBe("completed");
    }, patience);
    received.resolve({ headers: {}, body: "" });

    expect((await generating).videos).toHaveLength(1);
    expect(job?.request.webhookUrl).toBe(url);
    const polled = await generateVideo({
      model: provider().video("auto"),
      prompt: "a calm",
      poll: { intervalMs: 100 },
    });
    expect(polled.videos).toHaveLength(1);
  });

  test("do not begin with their last frame", async () => {
    const frameImages = [{ image: pngOf(100), frameType: "last_frame" as const }];
    const model = provider().video("auto");
    await expect(generateVideo({ model, prompt: "an end", frameImages })).rejects.toThrow(
      "a last frame without a first one",
    );
  });
});

async function cancel(jobId: string): Promise<void> {
  await endWithoutResult(database.orm.em.fork(), { jobId, status: "canceled" });
}

describe("a repetition of the AI SDK", () => {
  test("finds the jobs whose responses were lost, and pays once for each image", async () => {
    loseOrders(2);
    const { images } = await generateImage({
      model: provider().image("auto"),
      prompt: "a fox that survives",
      n: 2,
    });

    expect(images).toHaveLength(2);
    expect(sentKeys()).toHaveLength(4);
    expect(new Set(sentKeys()).size).toBe(2);
    expect(await listJobs("a fox that survives")).toHaveLength(2);
  });

  test("repeats the request with the files that it has uploaded", async () => {
    loseOrders(1);
    const prompt = { text: "the fox in ink", images: [pngOf(120)] };
    await generateImage({ model: provider().image("auto"), prompt });

    expect(await listJobs("the fox in ink")).toHaveLength(1);
    const uploads = proxy.requests.filter(({ path }) => path === "/v1/assets");
    expect(uploads).toHaveLength(2);
  });

  test("orders anew after a failed job, which cost nothing", async () => {
    const prompt = "held, then made";
    const generating = generateImage({ model: provider().image("auto"), prompt });
    const [job] = await untilQueued(prompt);
    const error = { code: "provider_overloaded" as const, message: "busy" };
    await endWithoutResult(database.orm.em.fork(), {
      jobId: job?.id ?? "",
      status: "failed",
      error,
    });
    const [, second] = await untilQueued(prompt, 2);
    await cancel(second?.id ?? "");

    const failure = await failureOf(generating);
    expect(failure).toMatchObject({ isRetryable: false, data: { jobId: second?.id } });
    expect(new Set(sentKeys()).size).toBe(2);
  });

  test("does not happen for what would fail again", async () => {
    const model = provider().image("studio-image");
    const order = { model, prompt: "a fox" };
    const unknown = provider().image("no-such-model");
    const failures = [
      await failureOf(generateImage({ ...order, model: unknown })),
      await failureOf(generateImage({ ...order, seed: -1 })),
      await failureOf(
        generateImage({ ...order, model: connect({ apiKey: "gme_x" }).image("auto") }),
      ),
    ];

    expect(failures).toMatchObject([
      { statusCode: 404, isRetryable: false, data: { code: "model_not_found" } },
      { statusCode: 422, isRetryable: false, message: expect.stringContaining("seed") },
      { statusCode: 401, isRetryable: false },
    ]);
    expect(sentKeys()).toHaveLength(3);
  });

  test("with a key of the caller is the same job, also in a later call", async () => {
    const order = {
      model: provider().image("auto"),
      prompt: "a keyed fox",
      headers: { "Idempotency-Key": "keyed-fox" },
    };
    const first = await generateImage(order);
    const second = await generateImage({ ...order, model: provider().image("auto") });

    expect(await listJobs("a keyed fox")).toHaveLength(1);
    expect(sentKeys()).toEqual(["keyed-fox", "keyed-fox"]);
    const jobsOf = ({ providerMetadata }: typeof first) =>
      providerMetadata["gme"]?.images.map((made) => (made as { jobId: string }).jobId);
    expect(jobsOf(second)).toEqual(jobsOf(first));
  });

  test("waits as long as the engine asks", async () => {
    proxy.behave((_, attempt) => {
      const headers = { "retry-after": "0" };
      return attempt === 0 ? { status: 429, headers, body: "{}" } : "pass";
    });
    const startedAt = Date.now();
    await generateImage({ model: provider().image("auto"), prompt: "a patient fox" });
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });
});

describe("an abort", () => {
  test.each([
    [
      "an image",
      async (prompt: string, abortSignal: AbortSignal) =>
        generateImage({ model: provider().image("auto"), prompt, abortSignal }),
    ],
    [
      "a video",
      async (prompt: string, abortSignal: AbortSignal) =>
        generateVideo({ model: provider().video("auto"), prompt, abortSignal }),
    ],
    [
      "speech",
      async (text: string, abortSignal: AbortSignal) =>
        generateSpeech({ model: provider().speech("auto"), text, abortSignal }),
    ],
  ])("of %s cancels its job, which the error names", async (what, call) => {
    const prompt = `held: ${what}`;
    const controller = new AbortController();
    const ended = call(prompt, controller.signal).catch((error: unknown) => error);
    const [job] = await untilQueued(prompt);
    controller.abort();

    const error = await ended;
    expect(error).toBeInstanceOf(AbortError);
    expect((error as AbortError).jobId).toBe(job?.id);
    await vi.waitFor(async () => {
      expect((await listJobs(prompt))[0]?.cancelRequestedAt).not.toBeNull();
    }, patience);
    await cancel(job?.id ?? "");
  });
});

test("a wait that takes too long leaves the job", async () => {
  const prompt = "held for long";
  const model = connect({ jobTimeoutMs: 500 }).image("auto");
  const failure = await failureOf(generateImage({ model, prompt }));
  const [job] = await listJobs(prompt);
  expect(failure).toMatchObject({ isRetryable: false, data: { jobId: job?.id } });
  expect(job?.status).toBe("queued");
  await cancel(job?.id ?? "");
});

test("unknown options are refused by name, before anything is sent", async () => {
  const providerOptions = { gme: { max_credits: 3, seed: 1 } };
  const order = { model: provider().image("auto"), prompt: "a fox", providerOptions };
  await expect(generateImage(order)).rejects.toThrow("unknown fields: max_credits, seed");
  expect(sentKeys()).toEqual([]);
});

test("the provider has no language and no embedding models", () => {
  expect(() => provider().languageModel("auto")).toThrow(NoSuchModelError);
  expect(() => provider().embeddingModel("auto")).toThrow(NoSuchModelError);
});

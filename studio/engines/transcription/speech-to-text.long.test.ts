import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineContext, EngineInput, GenerationParameters } from "#studio/engine.ts";
import { encodeWav } from "#studio/engines/speech/sound.ts";
import { textToSpeech } from "#studio/engines/speech/text-to-speech.ts";
import { findFfmpeg } from "#studio/find-ffmpeg.ts";
import { ensureModels } from "#studio/models/ensure-models.ts";
import { defaultModelsFolder } from "#studio/models/packs.ts";

import { speechToText } from "./speech-to-text.ts";

const text =
  "Welcome to the museum. More than two million people have visited it. " +
  "Please keep your bags with you at all times.";
let folder: string;
let speech: EngineInput;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "transcription-"));
  const ids = ["hibari", "whisper-tiny-en"];
  const { missing } = await ensureModels({
    folder: defaultModelsFolder,
    log: () => undefined,
    ids,
  });
  expect(missing).toEqual([]);
  const request = {
    capability: "text-to-speech",
    model: "m",
    prompt: text,
    parameters: {},
  } as const;
  const { outputs } = await textToSpeech.run(request, contextOf([]));
  speech = { kind: "audio", path: outputs[0]?.path ?? "", contentType: "audio/wav" };
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

function contextOf(
  inputs: readonly EngineInput[],
  { signal, progress }: Partial<Pick<EngineContext, "signal" | "progress">> = {},
): EngineContext {
  return {
    seed: 1,
    inputs,
    workFolder: folder,
    settings: {
      modelsFolder: defaultModelsFolder,
      // oxlint-disable-next-line node/no-process-env -- ffmpeg may be on the path
      ffmpegPath: findFfmpeg(null, process.env["PATH"] ?? ""),
    },
    signal: signal ?? new AbortController().signal,
    progress: progress ?? (() => undefined),
  };
}

async function transcribe(
  input: EngineInput,
  parameters: GenerationParameters = {},
  options: Parameters<typeof contextOf>[1] = {},
) {
  return speechToText.run(
    { capability: "speech-to-text", model: "studio-transcribe", prompt: "", parameters },
    contextOf([input], options),
  );
}

const wordsOf = (value: string) => value.toLowerCase().match(/[a-z0-9]+/gu) ?? [];

test("transcribes speech with at most one wrong word of 21, reproducibly", async () => {
  const first = await transcribe(speech, { timestamps: true });
  const [file, details] = first.outputs;
  const bytes = await readFile(details?.path ?? "");
  const second = await transcribe(speech, { timestamps: true });

  expect(first.engine).toMatchObject({ name: "whisper-tiny-en", tier: "neural" });
  const heard = new Set(wordsOf(file?.text ?? ""));
  expect(wordsOf(text).filter((word) => !heard.has(word)).length).toBeLessThanOrEqual(1);
  expect(file?.contentType).toBe("text/plain");
  expect(details?.contentType).toBe("application/json");
  expect((await readFile(second.outputs[1]?.path ?? "")).equals(bytes)).toBe(true);

  const { segments, words } = JSON.parse(bytes.toString()) as {
    segments: { start: number; end: number }[];
    words: { start: number; end: number }[];
  };
  const times = words.flatMap(({ start, end }) => [start, end]);
  expect(times).toEqual(times.toSorted((left, right) => left - right));
  expect(times.at(-1)).toBeLessThanOrEqual(file?.durationSeconds ?? 0);
  // The voice pauses between the three sentences.
  expect(segments).toHaveLength(3);
}, 120_000);

test("writes a sentence as often as it is said", async () => {
  const sentence = "The train to the coast is late.";
  const request = {
    capability: "text-to-speech",
    model: "m",
    prompt: Array.from({ length: 10 }, () => sentence).join(" "),
    parameters: {},
  } as const;
  const workFolder = await mkdtemp(join(folder, "repeated-"));
  const { outputs } = await textToSpeech.run(request, { ...contextOf([]), workFolder });
  const repeated = {
    kind: "audio",
    path: outputs[0]?.path ?? "",
    contentType: "audio/wav",
  } as const;

  const [file] = (await transcribe(repeated)).outputs;

  const count = wordsOf(file?.text ?? "").filter((word) => word === "train").length;
  expect(count).toBeGreaterThanOrEqual(9);
  expect(count).toBeLessThanOrEqual(11);
}, 120_000);

test("stops before the next piece after a cancellation", async () => {
  const stop = new AbortController();
  const stages: string[] = [];
  const running = transcribe(
    speech,
    {},
    {
      signal: stop.signal,
      progress: (_, stage) => {
        stages.push(stage);
        if (stage === "transcribing") stop.abort();
      },
    },
  );

  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  expect(stages.filter((stage) => stage === "transcribing")).toHaveLength(1);
}, 60_000);

test("refuses silence and a broken file", async () => {
  const silence = join(folder, "silence.wav");
  await writeFile(silence, encodeWav({ samples: new Float32Array(48_000), sampleRate: 24_000 }));
  const broken = join(folder, "broken.wav");
  await writeFile(
    broken,
    Buffer.concat([Buffer.from("RIFF\xff\xff\xff\xffWAVEfmt "), Buffer.alloc(99, 7)]),
  );

  await expect(
    transcribe({ kind: "audio", path: silence, contentType: "audio/wav" }),
  ).rejects.toMatchObject({
    code: "invalid_input",
    message: "No speech was found in the recording.",
  });
  await expect(
    transcribe({ kind: "audio", path: broken, contentType: "audio/wav" }),
  ).rejects.toMatchObject({ code: "invalid_input" });
}, 60_000);

test("names every problem of a request", () => {
  const parameters = { format: "pdf", language: "klingon" };
  const request = { capability: "speech-to-text", model: "m", prompt: "", parameters } as const;

  expect(speechToText.validate?.(request, ["audio"]).map(({ path }) => path)).toEqual([
    "parameters.format",
    "parameters.language",
  ]);
});

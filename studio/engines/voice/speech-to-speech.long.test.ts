import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineContext, EngineInput, GenerationParameters } from "#studio/engine.ts";
import {
  type MediaSamples,
  createMediaSamples,
  toInput,
  tone,
} from "#studio/engines/media/media-samples.ts";
import { readMono } from "#studio/engines/media/read-mono.ts";
import { textToSpeech } from "#studio/engines/speech/text-to-speech.ts";
import { speechToText } from "#studio/engines/transcription/speech-to-text.ts";
import { ensureModels } from "#studio/models/ensure-models.ts";
import { defaultModelsFolder } from "#studio/models/packs.ts";

import { speechToSpeech } from "./speech-to-speech.ts";

const text =
  "Welcome to the museum. More than two million people have visited it. " +
  "Please keep your bags with you at all times.";
let samples: MediaSamples;
let woman: EngineInput;
let man: EngineInput;

beforeAll(async () => {
  samples = createMediaSamples();
  const ids = ["hibari", "whisper-tiny-en"];
  const { missing } = await ensureModels({
    folder: defaultModelsFolder,
    log: () => undefined,
    ids,
  });
  expect(missing).toEqual([]);
  woman = await speak({});
  man = await speak({ voice: { name: "rms" } });
}, 300_000);
afterAll(() => samples.remove());

test("gives a man the pitch of a woman, and a woman the pitch of a man, with the same words", async () => {
  const higher = await change(man, "change the voice to a woman's");
  const lower = await change(woman, "make me sound like a man");

  expect(await pitchOf(man)).toBeLessThan(130);
  expect(await pitchOf(higher.file)).toBeGreaterThan(170);
  expect(await pitchOf(higher.file)).toBeLessThan(240);
  expect(await pitchOf(woman)).toBeGreaterThan(170);
  expect(await pitchOf(lower.file)).toBeLessThan(140);
  expect(await wrongWords(higher.file)).toBeLessThanOrEqual((await wrongWords(man)) + 2);
  expect(await wrongWords(lower.file)).toBeLessThanOrEqual(2);
  expect(higher.limitation).toContain("Applied: woman");
}, 120_000);

test.each([
  ["make it deeper", 0.79],
  ["pitch it up by 3 semitones", 2 ** (3 / 12)],
  ["an octave lower", 0.5],
])(
  "shifts the pitch by the factor of %j",
  async (prompt, factor) => {
    const { file, output } = await change(woman, prompt);
    const [before, after] = [await pitchOf(woman), await pitchOf(file)];

    expect(after / before / factor).toBeGreaterThan(0.93);
    expect(after / before / factor).toBeLessThan(1.07);
    const { durationSeconds } = await soundOf(woman);
    expect(output.durationSeconds).toBeCloseTo(durationSeconds, 1);
    expect(await samples.loudnessOf(file.path)).toBeCloseTo(-16, 0);
  },
  60_000,
);

test("gives a robot a constant tone under the words", async () => {
  const { file } = await change(woman, "make me sound like a robot");

  expect(await levelAt(130, file)).toBeGreaterThan((await levelAt(130, woman)) + 6);
  expect(await wrongWords(file)).toBeLessThanOrEqual(4);
}, 60_000);

test("isolates speech from noise", async () => {
  const noise = ["-f", "lavfi", "-i", "anoisesrc=c=pink:a=0.12:seed=1:r=48000"];
  const mix = ["-filter_complex", "[0:a]aresample=48000[v];[v][1:a]amix=duration=first"];
  const noisy = await samples.make("noisy.wav", "audio/wav", "-i", woman.path, ...noise, ...mix);

  const { file } = await change(noisy, "isolate the voice");

  // Between two sentences only the noise is left, relative to the loudness of the speech.
  expect(await floorOf(file)).toBeLessThan((await floorOf(noisy)) / 4);
  expect(await wrongWords(file)).toBeLessThanOrEqual(3);
}, 60_000);

test("speaks the words again in another voice at their times, with the same bytes", async () => {
  const first = await change(man, "re-voice it with a woman's voice");
  const second = await change(man, "re-voice it with a woman's voice");

  expect(readFileSync(second.file.path).equals(readFileSync(first.file.path))).toBe(true);
  expect(first.engine).toBe("whisper-tiny-en+hibari");
  expect(first.output.text?.split(" ").length).toBeGreaterThan(15);
  expect(await wrongWords(first.file)).toBeLessThanOrEqual(2);
  expect(await pitchOf(first.file)).toBeGreaterThan(160);
  const [before, after] = [await sentenceStarts(man), await sentenceStarts(first.file)];
  expect(after).toHaveLength(before.length);
  for (const [index, start] of before.entries()) {
    expect(Math.abs((after[index] ?? 0) - start)).toBeLessThan(0.5);
  }
  expect(first.output.durationSeconds).toBeCloseTo((await soundOf(man)).durationSeconds, 1);
}, 180_000);

test("stops after a cancellation", async () => {
  const stop = new AbortController();
  const running = change(
    man,
    "re-voice it",
    {},
    {
      signal: stop.signal,
      progress: (_, stage) => {
        if (stage === "speaking") stop.abort();
      },
    },
  );

  await expect(running).rejects.toMatchObject({ name: "AbortError" });
}, 60_000);

test("refuses a sound without a voice, and broken files", async () => {
  const silence = ["-f", "lavfi", "-i", "anullsrc=r=16000:cl=mono", "-t", "2"];
  const silent = await samples.make("silent.wav", "audio/wav", ...silence);
  const hour = await samples.make("long.wav", "audio/wav", ...tone(3660), "-ar", "8000");
  const broken = join(samples.folder, "broken.wav");
  writeFileSync(broken, "RIFFxxxxWAVEbroken".repeat(40));
  const invalid = { code: "invalid_input" };

  await expect(change(silent, "a man's voice")).rejects.toMatchObject(invalid);
  await expect(change(silent, "re-voice it")).rejects.toMatchObject(invalid);
  await expect(change(hour, "make it deeper")).rejects.toMatchObject({
    ...invalid,
    message: "A recording may have 60 minutes at most.",
  });
  const input: EngineInput = { kind: "audio", path: broken, contentType: "audio/wav" };
  await expect(change(input, "make it deeper")).rejects.toMatchObject(invalid);
}, 60_000);

async function speak(parameters: GenerationParameters): Promise<EngineInput> {
  const workFolder = mkdtempSync(join(samples.folder, "speech-"));
  const request = {
    capability: "text-to-speech",
    model: "m",
    prompt: text,
    parameters,
  } as const;
  const { outputs } = await textToSpeech.run(request, contextOf([], workFolder));
  return { kind: "audio", path: outputs[0]?.path ?? "", contentType: "audio/wav" };
}

function contextOf(inputs: readonly EngineInput[], workFolder: string): EngineContext {
  const context = samples.context(inputs, workFolder);
  return { ...context, settings: { ...context.settings, modelsFolder: defaultModelsFolder } };
}

async function change(
  input: EngineInput,
  prompt: string,
  parameters: GenerationParameters = {},
  options: Partial<EngineContext> = {},
) {
  const request = { capability: "speech-to-speech", model: "m", prompt, parameters } as const;
  expect(speechToSpeech.validate?.(request, ["audio"])).toEqual([]);
  const workFolder = mkdtempSync(join(samples.folder, "voice-"));
  const { engine, outputs } = await speechToSpeech.run(request, {
    ...contextOf([input], workFolder),
    ...options,
  });
  const [output] = outputs;
  if (!output) throw new Error("No output.");
  return { output, file: toInput(output), engine: engine.name, limitation: engine.limitation };
}

/** Counts words of the text that Whisper does not hear. */
async function wrongWords(input: EngineInput): Promise<number> {
  const heard = new Set(wordsOf((await transcribe(input)).text));
  return wordsOf(text).filter((word) => !heard.has(word)).length;
}

function wordsOf(value: string): string[] {
  return value.toLowerCase().match(/[a-z]+/gu) ?? [];
}

async function sentenceStarts(input: EngineInput): Promise<number[]> {
  return (await transcribe(input)).segments.map(({ start }) => start);
}

interface Transcript {
  readonly text: string;
  readonly segments: readonly { readonly start: number }[];
}

/** By path, because several assertions read one recording. */
const transcripts = new Map<string, Transcript>();

async function transcribe(input: EngineInput): Promise<Transcript> {
  const known = transcripts.get(input.path);
  if (known !== undefined) return known;
  const request = {
    capability: "speech-to-text",
    model: "m",
    prompt: "",
    parameters: { format: "json" },
  } as const;
  const workFolder = mkdtempSync(join(samples.folder, "text-"));
  const { outputs } = await speechToText.run(request, contextOf([input], workFolder));
  const file = readFileSync(outputs[0]?.path ?? "", "utf8");
  const { segments } = JSON.parse(file) as Pick<Transcript, "segments">;
  const transcript = { text: outputs[0]?.text ?? "", segments };
  transcripts.set(input.path, transcript);
  return transcript;
}

const rate = 16_000;

async function soundOf(input: EngineInput) {
  const context = contextOf([input], samples.folder);
  const sound = await readMono(input, { rate, seconds: 60 }, context);
  return { sound, durationSeconds: sound.length / rate };
}

async function pitchOf(input: EngineInput): Promise<number> {
  const pitches = await pitchesOf(input);
  return pitches[Math.floor(pitches.length / 2)] ?? 0;
}

/** Level of a frequency relative to the whole sound, in decibels. */
async function levelAt(hertz: number, { path }: EngineInput): Promise<number> {
  const meanOf = async (filter: string) => {
    const text = await samples.describe(path, "-af", `${filter}volumedetect`);
    return Number(/mean_volume: (-?[\d.]+)/u.exec(text)?.[1]);
  };
  const band = `bandpass=f=${hertz}:width_type=h:w=10,`;
  return (await meanOf(band.repeat(2))) - (await meanOf(""));
}

/** Sorted pitches of voiced frames: the first high peak of the average magnitude difference (AMDF). */
async function pitchesOf(input: EngineInput): Promise<number[]> {
  const { sound } = await soundOf(input);
  const pitches: number[] = [];
  const difference = (start: number, lag: number) => {
    let sum = 0;
    for (let index = start; index < start + 640; index += 2) {
      sum += Math.abs((sound[index] ?? 0) - (sound[index + lag] ?? 0));
    }
    return sum / 320;
  };
  for (let start = 0; start + 1000 < sound.length; start += 320) {
    const level = sound
      .subarray(start, start + 640)
      .reduce((sum, value) => sum + Math.abs(value), 0);
    if (level / 640 < 800) continue;
    const differences = Array.from({ length: 240 }, (_, index) => difference(start, 32 + index));
    const least = Math.min(...differences);
    if (least > (0.5 * level) / 640) continue;
    const index = differences.findIndex(
      (value, place) => value < least * 1.3 && value <= (differences[place + 1] ?? Infinity),
    );
    pitches.push(rate / (32 + index));
  }
  return pitches.toSorted((left, right) => left - right);
}

/** Level of the quietest tenth of the recording relative to its loudest tenth. */
async function floorOf(input: EngineInput): Promise<number> {
  const { sound } = await soundOf(input);
  const levels: number[] = [];
  for (let start = 0; start + 800 < sound.length; start += 800) {
    const block = sound.subarray(start, start + 800);
    levels.push(Math.sqrt(block.reduce((sum, value) => sum + value * value, 0) / 800));
  }
  const sorted = levels.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 1;
  return at(0.1) / at(0.9);
}

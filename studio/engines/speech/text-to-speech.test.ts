import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { EngineContext, EngineRequest, GenerationParameters } from "#studio/engine.ts";
import { measurePitch, pitchSampleRate } from "#studio/engines/voice/measure-pitch.ts";
import { ensureModels } from "#studio/models/ensure-models.ts";
import { defaultModelsFolder } from "#studio/models/packs.ts";

import { decodeWav, resample } from "./sound.ts";
import { textToSpeech } from "./text-to-speech.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "speech-"));
});
afterAll(() => rm(folder, { recursive: true }));
// Without Python, no pack can be fetched.
beforeEach(() => void vi.stubEnv("PATH", "/nowhere"));
afterEach(() => void vi.unstubAllEnvs());

/** Speaks without ffmpeg and, by default, without model packs: a configuration that always works. */
async function speak(
  prompt: string,
  parameters: GenerationParameters = {},
  modelsFolder = join(folder, "no-models"),
) {
  const context: EngineContext = {
    seed: 1,
    inputs: [],
    workFolder: folder,
    settings: { modelsFolder, ffmpegPath: null },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  const result = await textToSpeech.run(toRequest(prompt, parameters), context);
  const path = result.outputs[0]?.path ?? "";
  return { ...result, bytes: await readFile(path) };
}

function toRequest(prompt: string, parameters: GenerationParameters): EngineRequest {
  return { capability: "text-to-speech", model: "studio-speech", prompt, parameters };
}

test("speaks with the basic voice without a pack, and names its engine", async () => {
  const { engine, bytes, outputs } = await speak("Hello there. How are you today?");

  const { samples, sampleRate } = decodeWav(bytes);
  expect(engine).toMatchObject({ name: "flite", tier: "basic" });
  expect(sampleRate).toBe(24_000);
  expect(outputs[0]?.durationSeconds).toBeCloseTo(samples.length / sampleRate);
  expect(samples.length / sampleRate).toBeGreaterThan(1.5);
});

test("produces the same bytes for the same request", async () => {
  const first = await speak("One, two, three.", { voice: { gender: "male" } });
  const second = await speak("One, two, three.", { voice: { gender: "male" } });

  expect(first.bytes.equals(second.bytes)).toBe(true);
});

test("produces speech that is neither silent nor clipped", async () => {
  const { bytes } = await speak("Please mind the gap between the train and the platform.");

  const { samples } = decodeWav(bytes);
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  expect(peak).toBeGreaterThan(0.3);
  expect(peak).toBeLessThan(0.9);
});

test("speaks about twice as long at half the speed", async () => {
  const normal = await speak("This sentence is read aloud.");
  const slow = await speak("This sentence is read aloud.", { speed: 0.5 });

  const ratio = (slow.outputs[0]?.durationSeconds ?? 0) / (normal.outputs[0]?.durationSeconds ?? 1);
  expect(ratio).toBeGreaterThan(1.8);
  expect(ratio).toBeLessThan(2.3);
});

test.each([
  ["Lies vor: Guten Tag, der Zug nach Berlin ist heute auf Gleis acht.", {}, "prompt"],
  ["Hola, ¿cómo estás? El museo abre a las nueve de la mañana.", {}, "prompt"],
  ["你好，世界", {}, "prompt"],
  ["Guten Tag", { language: "de" }, "parameters.language"],
])("refuses “%s”, which is not English, before acceptance", (prompt, parameters, path) => {
  const issues = textToSpeech.validate?.(toRequest(prompt, parameters), []);

  expect(issues).toMatchObject([{ path, message: expect.stringContaining("English only") }]);
});

test("reads other languages by English rules when the request says English", async () => {
  const request = toRequest("Guten Morgen, wie geht es dir?", { language: "en" });
  expect(textToSpeech.validate?.(request, [])).toEqual([]);
  await expect(speak("你好，世界")).rejects.toMatchObject({ code: "invalid_input" });
});

test("speaks reproducibly with the neural voice when its pack is installed", async () => {
  vi.unstubAllEnvs();
  const { missing } = await ensureModels({ folder: defaultModelsFolder, log: () => undefined });
  expect(missing).toEqual([]);
  const first = await speak("It costs $5. Pay at 7:30 pm.", {}, defaultModelsFolder);
  const second = await speak("It costs $5. Pay at 7:30 pm.", {}, defaultModelsFolder);

  const { samples, sampleRate } = decodeWav(first.bytes);
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  expect(first.engine).toMatchObject({ name: "hibari", tier: "neural" });
  expect(first.bytes.equals(second.bytes)).toBe(true);
  expect(samples.length / sampleRate).toBeGreaterThan(2.5);
  expect(peak).toBeGreaterThan(0.3);
  expect(peak).toBeLessThan(0.9);

  const man = await speak(
    "It costs $5. Pay at 7:30 pm.",
    { voice: { gender: "male" } },
    defaultModelsFolder,
  );
  expect(man.engine.tier).toBe("neural");
  expect(pitchOf(first.bytes)).toBeGreaterThan(160);
  expect(pitchOf(man.bytes)).toBeLessThan(130);
}, 120_000);

/** Median pitch in hertz. */
function pitchOf(wav: Buffer): number {
  const { samples } = resample(decodeWav(wav), pitchSampleRate);
  return measurePitch(Int16Array.from(samples, (sample) => sample * 32_767)) ?? 0;
}

test("names every problem of a request", () => {
  const request = toRequest("a".repeat(4001), { speed: 9, format: "midi" });

  expect(textToSpeech.validate?.(request, []).map((issue) => issue.path)).toEqual([
    "prompt",
    "parameters.speed",
    "parameters.format",
  ]);
});

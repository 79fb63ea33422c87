import { mkdtempSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineInput } from "#studio/engine.ts";
import { type MediaSamples, createMediaSamples } from "#studio/engines/media/media-samples.ts";
import { readMono } from "#studio/engines/media/read-mono.ts";
import { speakWithFlite } from "#studio/engines/speech/flite.ts";
import { encodeWav, resample } from "#studio/engines/speech/sound.ts";

import { restoration } from "./repair.ts";

const sampleRate = 48_000;
const samplesPerMs = sampleRate / 1_000;
const gapEverySamples = sampleRate / 4;
let samples: MediaSamples;
let speech: Float32Array;

beforeAll(async () => {
  samples = createMediaSamples();
  const text = "The old lighthouse stood on a rock far out at sea, and nobody had lived there.";
  const spoken = await speakWithFlite(text, { voice: "slt", speed: 1 });
  speech = resample(spoken, sampleRate).samples;
});
afterAll(() => samples.remove());

const notes = [220, 277.2, 329.6, 880];
const chord = Float32Array.from({ length: sampleRate * 3 }, (_, at) =>
  notes.reduce((sum, hertz) => sum + 0.1 * Math.sin((2 * Math.PI * hertz * at) / sampleRate), 0),
);

/** Silence in the gaps has 0 dB. */
test.each([
  { name: "speech", milliseconds: 3, decibels: 5 },
  { name: "speech", milliseconds: 10, decibels: 3 },
  { name: "a chord", milliseconds: 20, decibels: 25 },
  { name: "a chord", milliseconds: 45, decibels: 12 },
])(
  "fills gaps of $milliseconds ms in $name at least $decibels dB closer to the original than silence",
  async ({ name, milliseconds, decibels }) => {
    const whole = name === "speech" ? speech : chord;
    const gaps = loudGaps(whole, milliseconds * samplesPerMs);
    const broken = whole.slice();
    for (const { start, end } of gaps) broken.fill(0, start, end);

    const { sound, limitation } = await fillDropouts(broken);
    const again = await fillDropouts(broken);

    expect(limitation).toContain("Applied: dropouts");
    expect(signalToNoise(whole, sound, gaps)).toBeGreaterThan(decibels);
    expect(again.sound).toEqual(sound);
    const untouched = (gaps[0]?.start ?? 0) - samplesPerMs;
    expect(sound.subarray(0, untouched)).toEqual(toPcm(broken).subarray(0, untouched));
  },
);

test("takes pauses of speech, and a gap of 60 ms, for no dropouts", async () => {
  const broken = chord.slice().fill(0, sampleRate, sampleRate + 60 * samplesPerMs);

  const pauses = await fillDropouts(speech);
  const long = await fillDropouts(broken);

  expect(pauses.limitation).toContain("Nothing to repair was measured");
  expect(long.limitation).toContain("Nothing to repair was measured");
  expect(long.sound).toEqual(toPcm(broken));
});

async function fillDropouts(sound: Float32Array) {
  const workFolder = mkdtempSync(join(samples.folder, "dropouts-"));
  const path = join(workFolder, "broken.wav");
  await writeFile(path, encodeWav({ samples: sound, sampleRate }));
  const input: EngineInput = { kind: "audio", path, contentType: "audio/wav" };
  const context = samples.context([input], workFolder);
  const request = { capability: "restoration", model: "studio", parameters: {} } as const;
  const { engine, outputs } = await restoration.run(
    { ...request, prompt: "fill the dropouts" },
    context,
  );
  const [output] = outputs;
  if (!output) throw new Error("No output.");
  const seconds = sound.length / sampleRate;
  const pcm = await readMono(
    { path: output.path, contentType: "audio/wav" },
    { rate: sampleRate, seconds },
    context,
  );
  return { limitation: engine.limitation, sound: pcm };
}

interface Gap {
  readonly start: number;
  readonly end: number;
}

/** Gaps at regular times, where the sound around them is loud. */
function loudGaps(sound: Float32Array, length: number): Gap[] {
  const isLoud = (from: number) => {
    const part = sound.subarray(from, from + 5 * samplesPerMs);
    return part.reduce((sum, value) => sum + value * value, 0) / part.length > 0.03 ** 2;
  };
  return Array.from({ length: Math.floor(sound.length / gapEverySamples) - 1 }, (_, index) => {
    const start = (index + 1) * gapEverySamples;
    return { start, end: start + length };
  }).filter(({ start, end }) => isLoud(start - 5 * samplesPerMs) && isLoud(end));
}

function signalToNoise(whole: Float32Array, sound: Int16Array, gaps: readonly Gap[]): number {
  const pcm = toPcm(whole);
  let [signal, noise] = [0, 0];
  for (const { start, end } of gaps) {
    for (let at = start; at < end; at += 1) {
      signal += (pcm[at] ?? 0) ** 2;
      noise += ((pcm[at] ?? 0) - (sound[at] ?? 0)) ** 2;
    }
  }
  return 10 * Math.log10(signal / noise);
}

function toPcm(sound: Float32Array): Int16Array {
  const bytes = encodeWav({ samples: sound, sampleRate }).slice(44);
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
}

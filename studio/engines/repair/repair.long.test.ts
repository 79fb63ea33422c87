import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Engine, EngineInput, EngineOutput } from "#studio/engine.ts";
import {
  type MediaSamples,
  createMediaSamples,
  h264,
} from "#studio/engines/media/media-samples.ts";

import { enhancement, restoration } from "./repair.ts";

/** Synthetic damage of a known image and a known sound: a repair must come closer to the original. */
const fox = fileURLToPath(new URL("../../../docs/images/red-fox.webp", import.meta.url));
const size = { width: 480, height: 320, channels: 3 } as const;
let samples: MediaSamples;
let original: Buffer;

beforeAll(async () => {
  samples = createMediaSamples();
  original = await sharp(fox)
    .resize(size.width, size.height, { fit: "cover" })
    .removeAlpha()
    .raw()
    .toBuffer();
});
afterAll(() => samples.remove());

test("removes noise from an image", async () => {
  const noise = randomNormals();
  const damaged = original.map((value) => clip(value + noise() * 15));

  const repaired = await repairPixels(enhancement, damaged, "remove the noise");

  expect(signalToNoise(repaired)).toBeGreaterThan(signalToNoise(damaged) + 4);
});

test("lightens a dark image", async () => {
  const damaged = original.map((value) => clip(255 * (value / 255) ** 1.6 * 0.35));

  const repaired = await repairPixels(enhancement, damaged, "too dark");

  expect(signalToNoise(repaired)).toBeGreaterThan(signalToNoise(damaged) + 5);
});

test("corrects a colour cast", async () => {
  const grey = await sharp(original, { raw: size }).modulate({ saturation: 0.4 }).raw().toBuffer();
  const factors = [1.25, 1, 0.6];
  const damaged = grey.map((value, index) => clip(value * 0.75 * (factors[index % 3] ?? 1)));

  const repaired = await repairPixels(enhancement, damaged, "fix the white balance");

  expect(castOf(repaired)).toBeLessThan(castOf(damaged) / 2);
});

test("sharpens a blurred image", async () => {
  const damaged = await sharp(original, { raw: size }).blur(1.3).raw().toBuffer();

  const repaired = await repairPixels(enhancement, damaged, "it is blurry");

  expect(signalToNoise(repaired)).toBeGreaterThan(signalToNoise(damaged) + 1);
});

test("removes blocks of JPEG", async () => {
  const jpeg = await sharp(original, { raw: size })
    .jpeg({ quality: 12, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const damaged = await sharp(jpeg).raw().toBuffer();

  const repaired = await repairPixels(restoration, damaged, "remove the JPEG artifacts");

  expect(signalToNoise(repaired)).toBeGreaterThan(signalToNoise(damaged) + 0.3);
});

test("removes scratches and brings faded colours back", async () => {
  // Only the colours of an image that uses all levels can be brought back.
  const full = await sharp(original, { raw: size }).normalise().raw().toBuffer();
  const faded = full.map((value) => clip(70 + value * 0.5));
  const lines = [40, 150, 290, 400].map(
    (x) => `<path d="M${x} 0 L${x + 20} 320" stroke="white" stroke-width="2"/>`,
  );
  const scratches = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">${lines.join("")}</svg>`,
  );
  const damaged = await sharp(faded, { raw: size })
    .composite([{ input: scratches }])
    .removeAlpha()
    .raw()
    .toBuffer();

  const unscratched = await repairPixels(restoration, damaged, "remove the scratches");
  const repaired = await repairPixels(restoration, damaged, "remove the scratches, it is faded");

  expect(signalToNoise(unscratched, faded)).toBeGreaterThan(signalToNoise(damaged, faded) + 4);
  expect(signalToNoise(repaired, full)).toBeGreaterThan(signalToNoise(damaged, full) + 4);
});

test("enlarges a small image by restoration", async () => {
  const input = await write(await sharp(original, { raw: size }).resize(96, 64).png().toBuffer());

  const { output } = await repair(restoration, input, "");

  expect(output).toMatchObject({ width: 192, height: 128 });
}, 60_000);

test("steadies the light of a flickering video, and makes the same bytes again", async () => {
  const flicker = [
    "-loop",
    "1",
    "-framerate",
    "24",
    "-t",
    "2",
    "-i",
    fox,
    "-vf",
    "scale=320:180,eq=brightness='0.12*sin(n*2.4)':eval=frame",
  ];
  const video = await samples.make("flicker.mp4", "video/mp4", ...flicker, ...h264);

  const { output, limitation } = await repair(restoration, video, "remove the flicker");
  const again = await repair(restoration, video, "remove the flicker");

  expect(limitation).toContain("Applied: deflicker");
  expect(await flickerOf(output.path)).toBeLessThan((await flickerOf(video.path)) / 2);
  expect(readFileSync(again.output.path).equals(readFileSync(output.path))).toBe(true);
});

test("removes hum, and sets the loudness of speech to -16 LUFS", async () => {
  const voice =
    "aevalsrc='0.1*sin(2*PI*440*t)*gt(sin(2*PI*2*t),0)+0.05*sin(2*PI*50*t)+0.03*sin(2*PI*100*t)':s=48000:d=4";
  const recording = await samples.make("hum.wav", "audio/wav", "-f", "lavfi", "-i", voice);

  const quiet = await repair(restoration, recording, "remove the hum");
  const level = await repair(enhancement, recording, "level the loudness");

  expect(quiet.limitation).toContain("Applied: hum");
  expect(await levelBelow(quiet.output.path)).toBeLessThan((await levelBelow(recording.path)) - 12);
  expect(await samples.loudnessOf(level.output.path)).toBeCloseTo(-16, 0);
});

test("removes noise and clicks from a recording", async () => {
  const noise = ["-f", "lavfi", "-i", "anoisesrc=d=3:c=white:a=0.05:seed=1:r=48000"];
  const hiss = await samples.make("hiss.wav", "audio/wav", ...noise);
  const tick = "aevalsrc='0.1*sin(2*PI*300*t)+0.7*lt(mod(t,0.25),0.0002)':s=48000:d=2";
  const clicks = await samples.make("clicks.wav", "audio/wav", "-f", "lavfi", "-i", tick);

  const clean = await repair(enhancement, hiss, "remove the noise");
  const smooth = await repair(restoration, clicks, "remove the clicks");

  expect(await peakOf(clean.output.path, "volumedetect", /mean_volume: (-?[\d.]+)/u)).toBeLessThan(
    (await peakOf(hiss.path, "volumedetect", /mean_volume: (-?[\d.]+)/u)) - 8,
  );
  const peak = /max_volume: (-?[\d.]+)/u;
  expect(await peakOf(smooth.output.path, "atrim=0.1,volumedetect", peak)).toBeLessThan(
    (await peakOf(clicks.path, "atrim=0.1,volumedetect", peak)) - 6,
  );
  expect(clean.output.durationSeconds).toBeCloseTo(3, 2);
});

test.each(["video/mp4", "audio/wav", "image/png"])(
  "refuses a broken file of the type %s",
  async (contentType) => {
    const path = join(mkdtempSync(join(samples.folder, "broken-")), "file");
    writeFileSync(path, "RIFFxxxxWAVEbroken".repeat(40));
    const kind = contentType.split("/")[0] as "video" | "audio" | "image";

    await expect(repair(enhancement, { kind, path, contentType }, "")).rejects.toMatchObject({
      code: "invalid_input",
    });
  },
);

async function repair(engine: Engine, input: EngineInput, prompt: string) {
  const folder = mkdtempSync(join(samples.folder, "repair-"));
  const request = { capability: engine.capability, model: "studio", prompt, parameters: {} };
  const result = await engine.run(request, samples.context([input], folder));
  return { output: result.outputs[0] as EngineOutput, limitation: result.engine.limitation };
}

async function write(png: Buffer): Promise<EngineInput> {
  const path = join(mkdtempSync(join(samples.folder, "image-")), "damaged.png");
  writeFileSync(path, png);
  return { kind: "image", path, contentType: "image/png" };
}

async function repairPixels(engine: Engine, damaged: Uint8Array, prompt: string): Promise<Buffer> {
  const input = await write(await sharp(damaged, { raw: size }).png().toBuffer());
  const { output } = await repair(engine, input, prompt);
  return sharp(output.path).removeAlpha().raw().toBuffer();
}

/** Peak signal-to-noise ratio in decibels. */
function signalToNoise(pixels: Uint8Array, source: Uint8Array = original): number {
  const error = pixels.reduce((sum, value, index) => sum + (value - (source[index] ?? 0)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (error / pixels.length));
}

/** Largest difference between the means of two channels. */
function castOf(pixels: Uint8Array): number {
  const sums = [0, 0, 0];
  for (const [index, value] of pixels.entries()) sums[index % 3] = (sums[index % 3] ?? 0) + value;
  return (Math.max(...sums) - Math.min(...sums)) / (pixels.length / 3);
}

async function flickerOf(path: string): Promise<number> {
  const text = await samples.describe(
    path,
    "-an",
    "-vf",
    "signalstats,metadata=print:key=lavfi.signalstats.YAVG",
  );
  const values = [...text.matchAll(/YAVG=([\d.]+)/gu)]
    .map(([, value]) => Number(value))
    .slice(6, -6);
  const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0)));
  return steps.reduce((sum, value) => sum + value, 0) / steps.length;
}

/** Mean volume below 130 Hz in decibels, where the hum is. */
function levelBelow(path: string): Promise<number> {
  return peakOf(
    path,
    "atrim=1,lowpass=f=130,lowpass=f=130,volumedetect",
    /mean_volume: (-?[\d.]+)/u,
  );
}

async function peakOf(path: string, filter: string, pattern: RegExp): Promise<number> {
  return Number(pattern.exec(await samples.describe(path, "-af", filter))?.[1]);
}

function clip(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

/** Seeded normal values (sum of uniform values). */
function randomNormals(): () => number {
  let state = 12_345;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return () => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6);
}

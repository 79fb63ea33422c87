import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineContext, GenerationParameters } from "#studio/engine.ts";
import { artPath } from "#studio/engines/scene/art.ts";

import { chooseScale } from "./choose-scale.ts";
import { convertEsrgan } from "./convert-esrgan.ts";
import type { Pixels } from "./enlarge.ts";
import { doubleSize } from "./enlarge.ts";
import { matchSource, resizePixels } from "./match-source.ts";
import { upscaling } from "./upscaling.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "upscaling-"));
});
afterAll(() => rm(folder, { recursive: true }));

const size = 192;

/** Reads a drawing on white at full and at half size. */
async function readDrawing() {
  const large = await sharp(artPath("🦊"))
    .flatten({ background: "#ffffff" })
    .resize(size, size)
    .raw()
    .toBuffer();
  const raw = { width: size, height: size, channels: 3 } as const;
  const small = await sharp(large, { raw })
    .resize(size / 2, size / 2, { kernel: "cubic" })
    .raw()
    .toBuffer();
  return { large, small: { width: size / 2, height: size / 2, rgb: small } };
}

/** Computes the peak signal-to-noise ratio in decibels. */
function likeness(left: Uint8Array, right: Uint8Array): number {
  const error = left.reduce((sum, value, index) => sum + (value - (right[index] ?? 0)) ** 2, 0);
  return 10 * Math.log10((255 * 255 * left.length) / error);
}

async function enlarge(path: string, parameters: GenerationParameters) {
  const progress: number[] = [];
  const context: EngineContext = {
    seed: 1,
    inputs: [{ kind: "image", path, contentType: "image/png" }],
    workFolder: folder,
    settings: { modelsFolder: folder, ffmpegPath: null },
    signal: new AbortController().signal,
    progress: (fraction) => void progress.push(fraction),
  };
  const request = {
    capability: "upscaling",
    model: "studio-upscale",
    prompt: "",
    parameters,
  } as const;
  const result = await upscaling.run(request, context);
  return { ...result, progress, bytes: await readFile(result.outputs[0]?.path ?? "") };
}

test("converts the network to the same bytes on every machine", async () => {
  const hash = createHash("sha256")
    .update(await convertEsrgan())
    .digest("hex");

  expect(hash).toBe("21f57126d40db3380ee18124bda98c9bc790638e2efbb5f29912c16f391c85bc");
});

test("exceeds Lanczos by 5 dB at twice and by 1.5 dB at four times the size", async () => {
  const { large, small } = await readDrawing();
  const smaller = { width: size / 4, height: size / 4, rgb: new Uint8Array() };
  const quarter = { ...smaller, rgb: await resizePixels(small.rgb, 3, small, smaller, "cubic") };
  const original = { width: size, height: size };
  const doubled = (source: Pixels) => doubleSize(source, () => undefined);

  const twice = await matchSource(await doubled(small), small);
  const fourTimes = await matchSource(await doubled(await doubled(quarter)), quarter);

  const classic = async (source: Pixels) =>
    likeness(await resizePixels(source.rgb, 3, source, original, "lanczos3"), large);
  expect(likeness(twice.rgb, large)).toBeGreaterThan((await classic(small)) + 5);
  expect(likeness(fourTimes.rgb, large)).toBeGreaterThan((await classic(quarter)) + 1.5);
});

test("joins tiles without seams", async () => {
  const { small } = await readDrawing();

  const whole = await doubleSize(small, () => undefined, size);
  const tiled = await doubleSize(small, () => undefined, 40);

  expect(Buffer.compare(whole.rgb, tiled.rgb)).toBe(0);
});

test("keeps transparency and produces the requested size", async () => {
  const path = join(folder, "in.png");
  await sharp(artPath("🦊")).resize(60, 50, { fit: "fill" }).png().toFile(path);

  const first = await enlarge(path, { scale: 3 });
  const second = await enlarge(path, { scale: 3 });

  const { width, height, hasAlpha } = await sharp(first.bytes).metadata();
  const stats = await sharp(first.bytes).stats();
  expect({ width, height, hasAlpha }).toEqual({ width: 180, height: 150, hasAlpha: true });
  expect(stats.channels[3]?.min).toBe(0);
  expect(first.engine).toMatchObject({ name: "esrgan", tier: "neural" });
  expect(first.bytes.equals(second.bytes)).toBe(true);
  expect(first.progress).toEqual(first.progress.toSorted((left, right) => left - right));
});

test("refuses an image above the limit and names its size", async () => {
  const path = join(folder, "large.png");
  const create = { width: 2200, height: 2000, channels: 3, background: "#808080" } as const;
  await sharp({ create }).png().toFile(path);

  await expect(enlarge(path, {})).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("4.4 megapixels"),
  });
});

test("derives the scale from the requested scale, width or resolution", () => {
  const source = { width: 640, height: 360 };

  expect(chooseScale({}, source)).toBe(2);
  expect(chooseScale({ scale: 4 }, source)).toBe(4);
  expect(chooseScale({ width: 960 }, source)).toBe(1.5);
  expect(chooseScale({ resolution: "1080p" }, source)).toBe(3);
  expect(chooseScale({ resolution: "4k" }, source)).toBe(4);
});

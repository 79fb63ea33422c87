import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineContext, GenerationParameters } from "#studio/engine.ts";
import { imageToImage } from "#studio/engines/filters/image-to-image.ts";
import { readRaster } from "#studio/engines/raster.ts";
import { loadSprite } from "#studio/engines/scene/drawings/sprites.ts";
import { readPrompt } from "#studio/engines/scene/reading/read-prompt.ts";
import { buildScene, paintStill } from "#studio/engines/scene/scene.ts";
import { ensureModels } from "#studio/models/ensure-models.ts";
import { defaultModelsFolder } from "#studio/models/packs.ts";

import { findMatte } from "./find-matte.ts";

/** Subjects with a known outline in places that studio draws. */
const size = { width: 480, height: 360 };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matte-"));
  const { missing } = await ensureModels({
    folder: defaultModelsFolder,
    log: () => undefined,
    ids: ["u2netp"],
  });
  expect(missing).toEqual([]);
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ["🦊", "a meadow"],
  ["🐕", "a beach"],
  ["🚗", "a city street"],
  ["🏺", "a room"],
  ["🐧", "the arctic"],
  // More than the subject stands out: a tree behind the bicycle, a rug under the spider.
  ["🚲", "a park"],
  ["🕷️", "a room"],
])(
  "finds the outline of %s in %s",
  async (emoji, place) => {
    const { path, alpha } = await drawSubject(emoji, place);

    const matte = await findMatte(await readRaster(path, 2048), contextOf());

    expect(overlap(matte, alpha)).toBeGreaterThan(0.85);
  },
  30_000,
);

test("a removed background is transparent, and the same request gives the same bytes", async () => {
  const { path } = await drawSubject("🦊", "a meadow");

  const first = await change(path, "remove the background");
  const second = await change(path, "remove the background");

  const { data, info } = await sharp(first).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([480, 360, 4]);
  expect(data[3]).toBe(0);
  expect(data[(200 * 480 + 240) * 4 + 3]).toBe(255);
  expect(first.equals(second)).toBe(true);
});

test("a colour replaces the background and leaves the subject", async () => {
  const { path } = await drawSubject("🦊", "a meadow");
  const before = await sharp(path).removeAlpha().raw().toBuffer();

  const after = await sharp(await change(path, "white background"))
    .raw()
    .toBuffer();

  const middle = (200 * 480 + 240) * 3;
  expect([...after.subarray(0, 3)]).toEqual([255, 255, 255]);
  expect([...after.subarray(middle, middle + 3)]).toEqual([...before.subarray(middle, middle + 3)]);
});

test("an image that is cut out already keeps its outline on a new background", async () => {
  const sprite = await loadSprite("🦊");
  const path = join(folder, "cut-out.png");
  await writeFile(path, sprite.toBuffer("image/png"));

  const { data } = await sharp(await change(path, "put it on a beach"))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });

  expect(data[3]).toBe(255);
});

test("an image without a foreground is refused", async () => {
  const path = join(folder, "flat.png");
  const create = { ...size, channels: 3, background: "#8090a0" } as const;
  await sharp({ create }).png().toFile(path);

  await expect(change(path, "remove the background")).rejects.toMatchObject({
    code: "invalid_input",
  });
});

test("a cancellation stops the work", async () => {
  const { path } = await drawSubject("🦊", "a meadow");
  const stop = AbortSignal.abort();

  await expect(change(path, "remove the background", stop)).rejects.toMatchObject({
    name: "AbortError",
  });
});

test.each<[string, GenerationParameters, string]>([
  ["make the background more interesting", {}, "prompt"],
  ["remove the background", { format: "jpeg" }, "parameters.format"],
])("refuses %s with %o before acceptance", (prompt, parameters, path) => {
  const request = { capability: "image-to-image", model: "m", prompt, parameters } as const;

  expect(imageToImage.validate?.(request, ["image"])).toMatchObject([{ path }]);
});

async function drawSubject(emoji: string, place: string) {
  const scene = await buildScene(readPrompt(place), size, 3);
  const canvas = paintStill(scene);
  const sprite = await loadSprite(emoji);
  const height = 220;
  const width = (height * sprite.width) / sprite.height;
  const [left, top] = [(size.width - width) / 2, 100];
  canvas.getContext("2d").drawImage(sprite, left, top, width, height);
  const outline = createCanvas(size.width, size.height);
  const context = outline.getContext("2d");
  context.drawImage(sprite, left, top, width, height);
  const { data } = context.getImageData(0, 0, size.width, size.height);
  const alpha = Uint8Array.from(
    { length: size.width * size.height },
    (_, index) => data[index * 4 + 3] ?? 0,
  );
  const path = join(folder, `${emoji.codePointAt(0)}.png`);
  await writeFile(path, canvas.toBuffer("image/png"));
  return { path, alpha };
}

async function change(path: string, prompt: string, signal?: AbortSignal): Promise<Buffer> {
  const request = { capability: "image-to-image", model: "m", prompt, parameters: {} } as const;
  const { outputs } = await imageToImage.run(request, contextOf(path, signal));
  return sharp(outputs[0]?.path).toBuffer();
}

function contextOf(path?: string, signal = new AbortController().signal): EngineContext {
  return {
    seed: 5,
    inputs: path === undefined ? [] : [{ kind: "image", path, contentType: "image/png" }],
    workFolder: folder,
    settings: { modelsFolder: defaultModelsFolder, ffmpegPath: null },
    signal,
    progress: () => undefined,
  };
}

/** Intersection over union of the areas that are more than half opaque. */
function overlap(matte: Uint8Array, alpha: Uint8Array): number {
  let [both, either] = [0, 0];
  for (const [index, value] of matte.entries()) {
    const [one, other] = [value >= 128, (alpha[index] ?? 0) >= 128];
    if (one && other) both += 1;
    if (one || other) either += 1;
  }
  return both / either;
}

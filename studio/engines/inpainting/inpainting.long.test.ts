import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { InputKind } from "#studio/capability.ts";
import type { EngineContext } from "#studio/engine.ts";
import { ensureModels } from "#studio/models/ensure-models.ts";
import { defaultModelsFolder } from "#studio/models/packs.ts";

import { fillHole } from "./fill-hole.ts";
import { inpainting } from "./inpainting.ts";
import { readChange } from "./read-change.ts";

/** Stripes with a red disc: what a fill must restore is known. */
const size = { width: 240, height: 180 };
const disc = { x: 130, y: 90, radius: 28 };
let folder: string;
let image: string;
let stripes: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "inpainting-"));
  await ensureModels({ folder: defaultModelsFolder, log: () => undefined, ids: ["u2netp"] });
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  for (let x = 0; x < size.width; x += 1) {
    context.fillStyle = x % 24 < 12 ? "#d8c8a0" : "#607890";
    context.fillRect(x, 0, 1, size.height);
  }
  stripes = await sharp(canvas.toBuffer("image/png")).removeAlpha().raw().toBuffer();
  context.fillStyle = "#e02020";
  context.beginPath();
  context.arc(disc.x, disc.y, disc.radius, 0, Math.PI * 2);
  context.fill();
  image = join(folder, "image.png");
  await writeFile(image, canvas.toBuffer("image/png"));
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

test("removes what a mask marks, and continues the texture", async () => {
  const { bytes, engine } = await run("remove the disc", { mask: await drawMask(disc.radius + 2) });

  expect(differenceFrom(stripes, await toRgb(bytes))).toBeLessThan(6);
  expect(engine.name).toBe("patchmatch");
});

test("the same request gives the same bytes", async () => {
  const mask = await drawMask(disc.radius + 2);

  const first = await run("remove the disc", { mask });
  const second = await run("remove the disc", { mask });

  expect(first.bytes.equals(second.bytes)).toBe(true);
});

test("fills the transparent part of an image", async () => {
  const mask = await sharp(await drawMask(disc.radius + 2))
    .greyscale()
    .raw()
    .toBuffer();
  const path = join(folder, "transparent.png");
  await sharp(image)
    .removeAlpha()
    .joinChannel(Buffer.from(mask.map((value) => 255 - value)), { raw: { ...size, channels: 1 } })
    .png()
    .toFile(path);

  const { bytes } = await run("fill the transparent part", { path });

  expect((await sharp(bytes).metadata()).channels).toBe(3);
  expect(differenceFrom(stripes, await toRgb(bytes))).toBeLessThan(6);
});

test("without a mask, changes the main subject and says so", async () => {
  const { bytes, engine } = await run("remove the disc", {});

  expect(differenceFrom(stripes, await toRgb(bytes))).toBeLessThan(12);
  expect(engine.limitation).toContain("Without a mask, the main subject was changed");
}, 60_000);

test("puts a drawn subject into the area", async () => {
  const { bytes, engine } = await run("replace the disc with a green apple", {
    mask: await drawMask(60),
  });

  const middle = (disc.y * size.width + disc.x) * 3;
  const [red = 0, green = 0] = (await toRgb(bytes)).subarray(middle, middle + 3);
  expect(green).toBeGreaterThan(red);
  expect(engine.limitation).toContain("art library");
});

test("refuses a mask that marks nothing, marks nearly everything, or has other proportions", async () => {
  const wide = join(folder, "wide.png");
  await sharp({ create: { width: 400, height: 100, channels: 3, background: "#ffffff" } })
    .png()
    .toFile(wide);
  const refused = { code: "invalid_input" };

  for (const mask of [await drawMask(0), await drawMask(400), wide]) {
    await expect(run("remove it", { mask })).rejects.toMatchObject(refused);
  }
});

test("a cancellation ends the fill within two seconds", async () => {
  const [width, height] = [1600, 1200];
  const rgb = new Uint8Array(width * height * 3).map((_, index) => (index * 37) % 251);
  const hole = new Uint8Array(width * height).map((_, index) =>
    Math.abs((index % width) - 800) < 500 && index > width * 200 && index < width * 1000 ? 1 : 0,
  );
  const stop = new AbortController();
  let abortedAt = 0;
  const onProgress = () => {
    abortedAt ||= performance.now();
    stop.abort();
  };

  const options = { seed: 1, signal: stop.signal, onProgress };
  await expect(fillHole(rgb, hole, { width, height }, options)).rejects.toMatchObject({
    name: "AbortError",
  });

  expect(performance.now() - abortedAt).toBeLessThan(2000);
}, 30_000);

test.each<[string, readonly InputKind[], string]>([
  ["replace the sign with a quasar", ["image", "mask"], "prompt"],
  ["add a cat", ["image"], "inputs"],
])("refuses %s with %o before acceptance", (prompt, kinds, path) => {
  const request = { capability: "inpainting", model: "m", prompt, parameters: {} } as const;

  expect(inpainting.validate?.(request, kinds)).toMatchObject([{ path }]);
});

test.each([
  ["remove the sign", []],
  ["the man on the left", []],
  ["remove los cables", []],
  ["fill the masked area", []],
  ["fill the hole with grass", []],
  ["replace the sign with a cat", ["🐈"]],
  ["a cat", ["🐈"]],
  ["eine Katze", ["🐈"]],
])("reads “%s”", (prompt, expected) => {
  const { insert, unknown } = readChange(prompt);

  expect(unknown).toBe("");
  expect(insert?.subjects.map(({ emoji }) => emoji) ?? []).toEqual(expected);
});

async function drawMask(radius: number): Promise<string> {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#000000";
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = "#ffffff";
  context.beginPath();
  context.arc(disc.x, disc.y, radius, 0, Math.PI * 2);
  context.fill();
  const path = join(folder, `mask-${radius}.png`);
  await writeFile(path, canvas.toBuffer("image/png"));
  return path;
}

async function run(prompt: string, { path = image, mask }: { path?: string; mask?: string }) {
  const picture = { kind: "image", path, contentType: "image/png" } as const;
  const context: EngineContext = {
    seed: 7,
    inputs: mask === undefined ? [picture] : [picture, { ...picture, kind: "mask", path: mask }],
    workFolder: folder,
    settings: { modelsFolder: defaultModelsFolder, ffmpegPath: null },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  const request = { capability: "inpainting", model: "m", prompt, parameters: {} } as const;
  const { outputs, engine } = await inpainting.run(request, context);
  return { bytes: await sharp(outputs[0]?.path).toBuffer(), engine };
}

function toRgb(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).removeAlpha().raw().toBuffer();
}

/** Mean difference of the colours in the area of the disc, 0–255. */
function differenceFrom(expected: Buffer, actual: Buffer): number {
  let [sum, count] = [0, 0];
  for (let y = disc.y - disc.radius; y < disc.y + disc.radius; y += 1) {
    for (let x = disc.x - disc.radius; x < disc.x + disc.radius; x += 1) {
      const pixel = (y * size.width + x) * 3;
      for (const channel of [0, 1, 2]) {
        sum += Math.abs((expected[pixel + channel] ?? 0) - (actual[pixel + channel] ?? 0));
        count += 1;
      }
    }
  }
  return sum / count;
}

import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { cameraMoves } from "#studio/engines/camera/camera-moves.ts";
import { fromRgba } from "#studio/engines/raster.ts";

import { createFilm } from "./film.ts";
import { readPrompt } from "./reading/read-prompt.ts";
import { buildScene, paintStill } from "./scene.ts";
import { readShot } from "./shot/read-shot.ts";

const size = { width: 160, height: 100 };

/** One assertion for all pixels: one for each takes longer than painting them. */
function isOpaque(rgba: Uint8Array): boolean {
  return fromRgba(rgba, size.width, size.height).alpha === null;
}

async function hashOf(prompt: string, seed: number): Promise<string> {
  const canvas = paintStill(await buildScene(readPrompt(prompt), size, seed));
  return createHash("sha256").update(canvas.data()).digest("hex");
}

test("paints the same pixels for the same prompt and seed, and different ones for another seed", async () => {
  const prompt = "two foxes in a snowy forest at night";

  const [first, second, other] = [
    await hashOf(prompt, 1),
    await hashOf(prompt, 1),
    await hashOf(prompt, 2),
  ];

  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

test.each([
  "forest",
  "jungle with a storm",
  "beach at sunset",
  "ocean with a sailboat",
  "underwater dolphins",
  "lake at dawn in winter",
  "neon city in the rain",
  "mountains in fog",
  "desert with a camel",
  "galaxy",
  "rover on Mars",
  "astronaut on the moon",
  "meadow with a rainbow",
  "arctic aurora",
  "cat in a bedroom at night",
  "pizza on a table",
  "balloon in the sky",
  "entropy",
  'sign "OPEN"',
])("paints every pixel of %s", async (prompt) => {
  const canvas = paintStill(await buildScene(readPrompt(prompt), size, 5));

  const { data } = canvas.getContext("2d").getImageData(0, 0, size.width, size.height);
  expect(isOpaque(canvas.data())).toBe(true);
  const colors = new Set<number>();
  for (let index = 0; index < data.length; index += 4) {
    colors.add(((data[index] ?? 0) << 16) | ((data[index + 1] ?? 0) << 8) | (data[index + 2] ?? 0));
  }
  expect(colors.size).toBeGreaterThan(300);
});

test("moves over time and shows no edges of layers, with any camera", async () => {
  const { reading, shot } = readShot("a fox in the snow at night", "", 4);
  const scene = await buildScene(reading, size, 5, shot);
  for (const camera of [null, "still", ...cameraMoves] as const) {
    const paint = createFilm(scene, { ...shot, camera });

    const hashes = [0, 1, 3.95].map((time) => {
      const pixels = paint(time).data();
      expect(isOpaque(pixels)).toBe(true);
      return createHash("sha256").update(pixels).digest("hex");
    });

    expect(new Set(hashes).size).toBe(3);
  }
});

import { createHash } from "node:crypto";

import type { Canvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";

import { fromRgba } from "#studio/engines/raster.ts";
import { readPrompt } from "#studio/engines/scene/reading/read-prompt.ts";

import { drawDesign } from "./draw-design.ts";
import { drawStudy, isStudy } from "./study.ts";

const size = { width: 240, height: 240 };

async function draw(prompt: string, seed = 3): Promise<Canvas> {
  const canvas = await drawDesign(prompt, readPrompt(prompt), size, seed);
  if (!canvas) throw new Error(`no design in ${prompt}`);
  return canvas;
}

function colorsOf(canvas: Canvas): Map<string, number> {
  const { data } = canvas.getContext("2d").getImageData(0, 0, size.width, size.height);
  const colors = new Map<string, number>();
  for (let index = 0; index < data.length; index += 4) {
    const key = `${data[index]},${data[index + 1]},${data[index + 2]}`;
    colors.set(key, (colors.get(key) ?? 0) + 1);
  }
  return colors;
}

test.each([
  ["logo for a bakery called Golden Crust", { design: "logo", title: "Golden Crust" }],
  ["app icon with a rocket", { design: "icon", title: null }],
  ["seamless pattern of lemons", { design: "pattern" }],
  ["line art of a cat", { design: "line-art" }],
  ["isometric house with a garden", { design: "isometric", decor: ["garden"] }],
  ['a poster with the text "HIKE"', { design: "poster", quotedText: "HIKE" }],
  ["a cat on a sofa", { design: null, title: null }],
])("reads the layout of %s", (prompt, expected) => {
  expect(readPrompt(prompt)).toMatchObject(expected);
});

test.each([
  "logo for a bakery called Golden Crust",
  "app icon with a rocket",
  "a geometric pattern in teal and orange",
  "line art of a cat",
  "isometric house with a garden",
  "isometric office room",
  'minimalist poster of a mountain with the text "HIKE"',
])("draws %s without transparent pixels, and the same for the same seed", async (prompt) => {
  const [first, second] = [await draw(prompt), await draw(prompt)];

  const opaque = fromRgba(first.data(), size.width, size.height);
  expect(opaque.alpha).toBeNull();
  const hash = (canvas: Canvas) => createHash("sha256").update(canvas.data()).digest("hex");
  expect(hash(second)).toBe(hash(first));
});

test("line art is dark lines on white paper, without grey areas", async () => {
  const colors = colorsOf(await draw("line art of a cat"));

  const white = (colors.get("255,255,255") ?? 0) / (size.width * size.height);
  expect(white).toBeGreaterThan(0.6);
  expect(white).toBeLessThan(0.99);
});

test("line art has no specks and no lines that break off after a few pixels", async () => {
  const canvas = await draw("line art of a cat");
  const { data } = canvas.getContext("2d").getImageData(0, 0, size.width, size.height);
  const isDark = (index: number) => (data[index * 4] ?? 255) < 255;

  const seen = new Set<number>();
  for (let start = 0; start < size.width * size.height; start += 1) {
    if (!isDark(start) || seen.has(start)) continue;
    seen.add(start);
    const line = [start];
    for (const index of line) {
      for (const step of [1, size.width - 1, size.width, size.width + 1]) {
        for (const next of [index - step, index + step]) {
          if (!isDark(next) || seen.has(next)) continue;
          seen.add(next);
          line.push(next);
        }
      }
    }
    expect(line.length).toBeGreaterThan(12);
  }
});

test.each([
  ["pencil sketch of a horse", true],
  ["pencil sketch of a horse in the desert", false],
  ["pencil sketch of a horse at night", false],
  ["pencil sketch of a mountain lake", false],
  ["a horse", false],
])("%s stands alone on paper: %s", (prompt, expected) => {
  expect(isStudy(readPrompt(prompt))).toBe(expected);
});

test("a pencil study leaves the paper around its subject empty", async () => {
  const canvas = await drawStudy(readPrompt("pencil sketch of a horse"), size, 7);
  const { data } = canvas.getContext("2d").getImageData(0, 0, size.width, size.height);
  const rows = [0, size.height - 1].map((row) =>
    data.subarray(row * size.width * 4, (row + 1) * size.width * 4),
  );

  for (const row of rows) expect([...row].every((value) => value === 255)).toBe(true);
  expect(colorsOf(canvas).size).toBeGreaterThan(100);
});

test("a pattern continues at its left and right edges", async () => {
  const canvas = await draw("pattern of lemons on white");
  const column = (x: number) => canvas.getContext("2d").getImageData(x, 0, 1, size.height).data;
  const [left, right] = [column(0), column(size.width - 1)];

  let difference = 0;
  for (let index = 0; index < left.length; index += 1) {
    difference += Math.abs((left[index] ?? 0) - (right[index] ?? 0));
  }
  expect(difference / left.length).toBeLessThan(12);
});

test("a geometric pattern has the colours of the prompt", async () => {
  const colors = colorsOf(await draw("a geometric pattern in teal and orange"));

  expect(colors.get("31,154,152")).toBeGreaterThan(1000);
  expect(colors.get("240,138,36")).toBeGreaterThan(1000);
});

import { expect, test } from "vitest";

import type { Stage } from "./layer.ts";
import { layOut } from "./layout.ts";
import { createRandom } from "./random.ts";
import { readPrompt } from "./reading/read-prompt.ts";
import { buildScene } from "./scene.ts";
import { buildScenery } from "./scenery/scenery.ts";

async function figuresOf(prompt: string) {
  const reading = readPrompt(prompt);
  const scene = await buildScene(reading, { width: 320, height: 200 }, 4);
  const stage: Stage = { ...scene.stage, random: createRandom(4) };
  const scenery = buildScenery(scene.place, stage, reading);
  return { figures: await layOut(reading, scene.place, stage, scenery), scenery };
}

test("places a ship in water", async () => {
  const { figures, scenery } = await figuresOf("a pirate ship in a storm");

  expect(figures).toHaveLength(1);
  expect(scenery.footing).toBe("water");
});

test("seats all cats on one sofa, within its width and in front of it", async () => {
  const { figures } = await figuresOf("two cats on a red sofa");
  const [sofa, ...cats] = figures;

  expect(sofa?.emoji).toBe("@sofa");
  expect(cats.map(({ emoji }) => emoji)).toEqual(["🐈", "🐈"]);
  for (const cat of cats) {
    expect(Math.abs(cat.x - (sofa?.x ?? 0)) + cat.width / 2).toBeLessThan((sofa?.width ?? 0) / 2);
    expect(cat.y).toBeLessThan(sofa?.y ?? 0);
    expect(cat.habit.motion).toBe("sway");
  }
});

test("places a passenger above a boat's waterline, moving with the boat", async () => {
  const { figures } = await figuresOf("a fox in a boat");
  const [boat, fox] = figures;

  expect([boat?.emoji, fox?.emoji]).toEqual(["⛵", "🦊"]);
  expect(fox?.mount).toBe(boat);
  expect(fox?.y).toBeLessThan(boat?.y ?? 0);
});

test("paints a rider before its mount", async () => {
  const { figures } = await figuresOf("a knight on a horse");

  expect(figures.map(({ emoji }) => emoji)).toEqual(["@knight", "🐎"]);
});

test("places a figure under a tree next to the trunk and below the crown", async () => {
  const { figures } = await figuresOf("a fox under a tree");
  const [tree, fox] = figures;

  expect(tree?.emoji).toBe("🌳");
  expect(Math.abs((fox?.x ?? 0) - (tree?.x ?? 0))).toBeLessThan(tree?.width ?? 0);
  expect(fox?.height).toBeLessThan((tree?.height ?? 0) * 0.6);
});

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

test("two red cats on a sofa are two red cats above the sofa's seat", async () => {
  const { figures } = await figuresOf("two red cats on a sofa");
  const [sofa, ...cats] = figures;

  expect(cats.map(({ emoji }) => emoji)).toEqual(["🐈", "🐈"]);
  for (const { sprite, y, height } of cats) {
    expect(y).toBeLessThan((sofa?.y ?? 0) - (sofa?.height ?? 0) * 0.2);
    expect(y - height).toBeGreaterThan(0);
    const { data } = sprite.getContext("2d").getImageData(0, 0, sprite.width, sprite.height);
    let [red, other] = [0, 0];
    for (let index = 0; index < data.length; index += 4) {
      if (data[index + 3] === 0) continue;
      if ((data[index] ?? 0) > 1.6 * Math.max(data[index + 1] ?? 0, data[index + 2] ?? 0)) red += 1;
      else other += 1;
    }
    expect(red).toBeGreaterThan(other);
  }
});

test("a thing that is held covers its holder's body, and a string leads to the hand", async () => {
  const { figures } = await figuresOf("a chef holding a pizza");
  const [chef, pizza] = figures;

  expect([chef?.emoji, pizza?.emoji]).toEqual(["🧑‍🍳", "🍕"]);
  expect(Math.abs((pizza?.x ?? 0) - (chef?.x ?? 0))).toBeLessThan((chef?.width ?? 0) / 2);
  const balloon = (await figuresOf("a girl with a red balloon")).figures[1];
  expect(balloon?.string).toBeDefined();
});

test("paints a dog behind the fence before the fence", async () => {
  const { figures } = await figuresOf("a dog behind a fence");

  expect(figures.map(({ emoji }) => emoji)).toEqual(["🐕", "@fence"]);
});

test("stacks books as one figure, with the apple on it", async () => {
  const [stack, apple] = (await figuresOf("a stack of three books with an apple on top")).figures;

  expect([stack?.emoji, apple?.emoji]).toEqual(["📚", "🍎"]);
  expect(stack?.height).toBeGreaterThan((stack?.width ?? 0) * 0.9);
  expect(apple?.y).toBeLessThan((stack?.y ?? 0) - (stack?.height ?? 0) * 0.8);
});

test("seats what is on something that is on something else", async () => {
  const { figures } = await figuresOf("a red apple on a book on a bench");
  const [bench, book, apple] = figures;

  expect([bench?.emoji, book?.emoji, apple?.emoji]).toEqual(["@solid:bench", "📖", "🍎"]);
  expect(book?.y).toBeLessThan(bench?.y ?? 0);
  expect(apple?.y).toBeLessThan(book?.y ?? 0);
});

test("furnishes a kitchen and a street, and keeps named pieces single", async () => {
  const emojisOf = async (prompt: string) =>
    (await figuresOf(prompt)).figures.map(({ emoji }) => emoji);

  expect(await emojisOf("a modern kitchen")).toContain("@solid:stove");
  expect(await emojisOf("a street in Paris with a cafe")).toContain("@solid:eiffel-tower");
  const bedroom = await emojisOf("a bedroom with a bed");
  expect(bedroom.filter((emoji) => emoji === "🛏️")).toHaveLength(1);
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

test("an animal that is seen from the side wears a scarf at its neck, not on its back", async () => {
  const { figures } = await figuresOf("a giraffe wearing a red scarf");
  const [giraffe, scarf] = figures;
  if (!giraffe || !scarf) throw new Error("no figures");

  const ahead = (scarf.x - giraffe.x) * (giraffe.isFlipped ? 1 : -1);
  expect(ahead).toBeGreaterThan(giraffe.width * 0.1);
});

test("a wide figure in a tall frame stays within it", async () => {
  const reading = readPrompt("a train and a castle");
  const size = { width: 160, height: 240 };
  const { stage: drawn, place } = await buildScene(reading, size, 4);
  const stage: Stage = { ...drawn, random: createRandom(4) };

  const figures = await layOut(reading, place, stage, buildScenery(place, stage, reading));

  for (const { x, width } of figures) {
    expect(x - width / 2).toBeGreaterThanOrEqual(0);
    expect(x + width / 2).toBeLessThanOrEqual(size.width);
  }
});

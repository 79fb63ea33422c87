import { expect, test } from "vitest";

import { readScene } from "#studio/engines/model3d/read-scene.ts";

test.each([
  ["a wooden shield with a lion emblem", "shield", { emoji: "🦁" }],
  ["a mug with a heart on it", "mug", { emoji: "❤️" }],
  ["a blue vase with a dragon painted on it", "vase", { emoji: "🐉" }],
  ["a gold coin with an eagle engraved", "coin", { emoji: "🦅", isEngraved: true }],
  ["a box decorated with a golden star", "box", { emoji: "⭐", color: "#e3b341" }],
  ["a wooden sign that says OPEN", "sign", { text: "OPEN" }],
  ['a mug with the words "Best Dad" on it', "mug", { text: "BEST DAD" }],
] as const)("paints the figure or the text of %s", (prompt, name, motif) => {
  const items = readScene(prompt, undefined);

  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ name, motif });
});

test.each([
  ["a plate with a burger on it", ["plate", "burger"]],
  ["3D text that says HELLO", ["3d text"]],
  ["a woman reading a book", ["woman", "book"]],
] as const)("reads no motif in %s", (prompt, names) => {
  const items = readScene(prompt, undefined);

  expect(items.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
  expect(items.every(({ motif }) => motif === undefined)).toBe(true);
});

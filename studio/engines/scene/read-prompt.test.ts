import { expect, test } from "vitest";

import { explainReading } from "./explain-reading.ts";
import { readPrompt } from "./read-prompt.ts";

const subjectsOf = (prompt: string) =>
  readPrompt(prompt).subjects.map(({ emoji, count }) => `${emoji}×${count}`);

test("subject, place, time and weather come out of one sentence", () => {
  const reading = readPrompt("a red fox in a snowy forest at night");

  expect(reading.subjects).toMatchObject([{ emoji: "🦊", count: 1, color: null }]);
  expect(reading).toMatchObject({ settings: ["forest"], time: "night", weather: ["snow"] });
});

test.each([
  ["two cats", ["🐈×2"]],
  ["cats", ["🐈×3"]],
  ["a cat", ["🐈×1"]],
  ["a black cat", ["🐈‍⬛×1"]],
  ["wolves", ["🐺×3"]],
  ["a bowl of ramen", ["🍜×1"]],
  ["zwei Katzen im Wald", ["🐈×2"]],
  ["рыжую лису и зайца", ["🦊×1", "🐰×1"]],
  ["一只猫在海滩上", ["🐈×1"]],
  ["月夜の海に浮かぶ帆船", ["⛵×1"]],
  ["un château et trois chiens", ["🏰×1", "🐕×3"]],
])("%s is read as %j", (prompt, expected) => {
  expect(subjectsOf(prompt)).toEqual(expected);
});

test("verbs, numbers and adjectives are no subjects", () => {
  expect(subjectsOf("two happy people walking and running over a cozy old hill")).toEqual(["🧑×2"]);
});

test("a colour belongs to the subject after it", () => {
  expect(readPrompt("a blue car and a house").subjects).toMatchObject([
    { emoji: "🚗", color: "blue" },
    { emoji: "🏠", color: null },
  ]);
});

test.each([
  ["two cats on a red sofa", { emoji: "@sofa", color: "red" }],
  ["a red and white lighthouse", { emoji: "@lighthouse", color: "red" }],
  ["un coche rojo en la ciudad", { emoji: "🚗", color: "red" }],
  ["a knight in black plate", { emoji: "@knight", color: null }],
])("the colour in %s is of its subject and not of the light", (prompt, subject) => {
  const reading = readPrompt(prompt);

  expect(reading.subjects).toContainEqual(expect.objectContaining(subject));
  expect(reading.colors).toEqual([]);
});

test("a colour of the sky is of the light and of no subject", () => {
  const reading = readPrompt("a fox under a purple sky");

  expect(reading.colors).toEqual(["purple"]);
  expect(reading.subjects).toMatchObject([{ emoji: "🦊", color: null, shelter: null }]);
});

test("colours alone still colour an abstract picture", () => {
  expect(readPrompt("purple nostalgia").colors).toEqual(["purple"]);
});

test.each([
  ["a pirate ship", ["@pirate-ship×1"]],
  ["pirates on a ship", ["@pirate-ship×1"]],
  ["a lighthouse on a cliff", ["@lighthouse×1"]],
])("%s is one thing: %j", (prompt, expected) => {
  expect(subjectsOf(prompt)).toEqual(expected);
});

test.each([
  ["two cats on a red sofa", { mount: "@sofa" }],
  ["a kitten in a teacup", { mount: "☕" }],
  ["a dog in a boat", { mount: "⛵" }],
  ["ein Hund auf einem Sofa", { mount: "@sofa" }],
  ["a fox under a tree", { shelter: "🌳", mount: null }],
  ["a fox next to a tree", { shelter: null, mount: null }],
  ["a fox on the left and a horse", { shelter: null, mount: null }],
  ["a man in a house", { mount: null }],
])("who is carried or sheltered is known from %s", (prompt, first) => {
  expect(readPrompt(prompt).subjects[0]).toMatchObject(first);
});

test("who rides on what is known", () => {
  expect(readPrompt("an astronaut riding a horse on Mars").subjects).toMatchObject([
    { emoji: "👩‍🚀", mount: "🐎" },
    { emoji: "🐎", mount: null },
  ]);
});

test("all of a group are carried, and nobody who only follows", () => {
  expect(readPrompt("a fox and a rabbit in a canoe").subjects).toMatchObject([
    { emoji: "🦊", mount: "🛶" },
    { emoji: "🐰", mount: "🛶" },
    { mount: null },
  ]);
  expect(readPrompt("a tree, a bird, a fox in a boat").subjects).toMatchObject([
    { emoji: "🌳", mount: null },
    { emoji: "🐦", mount: null },
    { emoji: "🦊", mount: "⛵" },
    { emoji: "⛵", mount: null },
  ]);
});

test("a field of flowers has more than one", () => {
  expect(subjectsOf("a tulip field")).toEqual(["🌷×7"]);
});

test("what is excluded is left out", () => {
  expect(readPrompt("a beach without people, one dog").subjects).toMatchObject([{ emoji: "🐕" }]);
  expect(readPrompt("a dog and a cat in the rain", "cat, rain")).toMatchObject({
    subjects: [{ emoji: "🐕" }],
    weather: [],
  });
});

test("quoted words are lettering and not subjects", () => {
  expect(readPrompt('a poster saying "Cat Show" with a dog')).toMatchObject({
    quotedText: "Cat Show",
    subjects: [{ emoji: "🐕" }],
  });
});

test("what cannot be drawn is said", () => {
  expect(explainReading(readPrompt("a fox and a zeugma"), "Limits")).toBe(
    "Limits. Not drawn: “zeugma”",
  );
  expect(explainReading(readPrompt("nostalgia and entropy"), "Limits")).toContain(
    "an abstract picture was drawn",
  );
});

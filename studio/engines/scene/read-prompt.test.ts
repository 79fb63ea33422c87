import { expect, test } from "vitest";

import { explainReading } from "./explain-reading.ts";
import { choosePlace } from "./habits.ts";
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

test("who rides on what is known", () => {
  expect(readPrompt("an astronaut riding a horse on Mars").subjects).toMatchObject([
    { emoji: "👩‍🚀", mount: "🐎" },
    { emoji: "🐎", mount: null },
  ]);
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

test("subjects without a place are put where they live", () => {
  expect(choosePlace(readPrompt("a dolphin"))).toBe("underwater");
  expect(choosePlace(readPrompt("a rocket"))).toBe("space");
  expect(choosePlace(readPrompt("a cup of coffee"))).toBe("table");
  expect(choosePlace(readPrompt("a fox"))).toBe("meadow");
});

test("what cannot be drawn is said", () => {
  expect(explainReading(readPrompt("a fox and a lighthouse"), "Limits")).toBe(
    "Limits. Not drawn: “lighthouse”",
  );
  expect(explainReading(readPrompt("nostalgia and entropy"), "Limits")).toContain(
    "an abstract picture was drawn",
  );
});

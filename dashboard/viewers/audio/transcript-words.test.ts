import { expect, test } from "vitest";

import { toSpokenWords } from "./transcript-words.ts";

test("the words of a transcript cover the whole recording and keep its text", () => {
  const words = toSpokenWords("Welcome to the\nmuseum.");

  expect(words.map(({ text }) => text).join("")).toBe("Welcome to the\nmuseum.");
  expect([words[0]?.from, words.at(-1)?.to]).toEqual([0, 1]);
  expect(words.map(({ text }) => text.trim())).toEqual(["Welcome", "to", "the", "museum."]);
});

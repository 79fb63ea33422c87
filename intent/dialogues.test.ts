import { expect, test } from "vitest";

import { playDialogues, readDialogues, sumUp } from "./score-dialogues.ts";

const dialogues = readDialogues(new URL("../test/fixtures/dialogues.jsonl", import.meta.url));
const played = playDialogues(dialogues);

test("at least 54 of 60 dialogues are understood wholly", () => {
  const totals = sumUp(played);

  expect(totals.dialogues).toBe(60);
  expect(totals.dialoguesRight).toBeGreaterThanOrEqual(54);
});

test("no message leads to a paid request that it does not ask for", () => {
  expect(played.filter(({ isWronglyPaid }) => isWronglyPaid)).toEqual([]);
});

test("a message without a conversation has no relation to others", () => {
  for (const { text, read } of played.filter(({ number }) => number === 1)) {
    expect([text, read.split(" ")[0]]).toEqual([
      text,
      expect.stringMatching(/^(?:new|ask|refuse)$/u),
    ]);
  }
});

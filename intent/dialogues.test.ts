import { expect, test } from "vitest";

import { createEmbeddedParser } from "./embedded-parser.ts";
import { readBy, readFollowUp } from "./follow-up/read-follow-up.ts";
import { toReading } from "./follow-up/reading.ts";
import { hashDialogues } from "./follow-up/training-dialogues.ts";
import { loadWeights } from "./follow-up/weights.ts";
import { playDialogues, readDialogues, sumUp } from "./score-dialogues.ts";

const dialogues = readDialogues(new URL("../test/fixtures/dialogues.jsonl", import.meta.url));
const played = playDialogues(dialogues);

const emptyTurn = {
  act: "new",
  refersTo: [],
  subject: "",
  parameters: {},
  inputs: [],
  sent: [],
  made: [],
} as const;

test("at least 54 of 60 dialogues are understood wholly, apart from questions whether a reading is meant", () => {
  const weights = loadWeights();
  const meant = playDialogues(dialogues, (message, context, parse) =>
    readBy(weights, toReading(message, context, parse), { cheap: 0, dear: 0 }),
  );
  const totals = sumUp(meant);

  expect(totals.dialogues).toBe(60);
  expect(totals.dialoguesRight).toBeGreaterThanOrEqual(54);
});

test.each(["dialogues-unread", "dialogues-unread-2"])(
  "%s: few messages that were not read lead to a paid request that they do not ask for",
  (name) => {
    const unread = new URL(`../test/fixtures/${name}.jsonl`, import.meta.url);
    const { turns, wronglyPaid, dearlyPaid } = sumUp(playDialogues(readDialogues(unread)));

    expect(turns).toBeGreaterThan(250);
    expect(wronglyPaid / turns).toBeLessThanOrEqual(0.07);
    expect(dearlyPaid / turns).toBeLessThanOrEqual(0.01);
  },
);

test("the number of the option confirms a reading that was asked about", () => {
  const parse = createEmbeddedParser();
  const reference = { kind: "image", outputOf: "job_1", ordinal: 0 } as const;
  const made = {
    ...emptyTurn,
    jobId: "job_1",
    text: "a red fox",
    capability: "text-to-image",
    subject: "a red fox",
    made: [{ reference, medium: "image", isKept: true }],
  } as const;
  const asked = {
    ...emptyTurn,
    jobId: "job_2",
    text: "with a hat",
    act: "edit",
    refersTo: [reference],
    capability: "image-to-image",
    subject: "with a hat",
    question: [
      {
        label: "1",
        capability: "image-to-image",
        takesText: false,
        files: 0,
        refersTo: [reference],
      },
    ],
  } as const;

  expect(readFollowUp({ message: "1", attachments: [] }, [asked, made], parse)).toMatchObject({
    outcome: "parsed",
    intent: { capability: "image-to-image", subject: "with a hat" },
    inputs: [reference],
  });
  const wider = {
    ...asked,
    text: "wider",
    act: "adjust",
    capability: "text-to-image",
    subject: "a red fox",
    parameters: { aspectRatio: "16:9" },
    question: [{ ...asked.question[0], capability: "text-to-image" }],
  } as const;
  expect(readFollowUp({ message: "1", attachments: [] }, [wider, made], parse)).toMatchObject({
    outcome: "parsed",
    intent: {
      capability: "text-to-image",
      subject: "a red fox",
      parameters: { aspectRatio: "16:9" },
    },
    inputs: [],
  });
});

test("the weights were learned from the dialogues that are here", () => {
  expect(loadWeights().trainingHash).toBe(hashDialogues());
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

import { expect, test } from "vitest";

import type { Context } from "#domain/conversations/context.ts";
import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";
import { createIntentParser } from "#intent/chain.ts";
import { readFollowUp } from "#intent/follow-up/read-follow-up.ts";
import { type PlayedTurn, playDialogues, readDialogues, sumUp } from "#intent/score-dialogues.ts";
import { noParameters } from "#test/support/model-answers.ts";
import { startLanguageModel } from "#test/support/servers/language-model.ts";

/*
 * Proves the path from the answer of a language model to a request, and no language model: a server returns the label of
 * each message as the model's answer.
 */

interface LabelledMessage {
  readonly message: MessageToParse;
  readonly context: Context;
  readonly expected: PlayedTurn["expected"];
  readonly check: (read: ParsedMessage) => PlayedTurn;
}

/** Messages after the first one of each dialogue. */
function listMessages(): LabelledMessage[] {
  const messages: LabelledMessage[] = [];
  const file = new URL("../../fixtures/dialogues.jsonl", import.meta.url);
  playDialogues(readDialogues(file), (message, context, parse, check) => {
    const read = readFollowUp(message, context, parse);
    if (context.length > 0) {
      messages.push({ message, context, expected: check(read).expected, check });
    }
    return read;
  });
  return messages;
}

/** The label as the answer of a language model. */
function toAnswer({ message, context, expected }: LabelledMessage): string {
  const { act, capability, refersTo = [] } = expected;
  const isOpen = act === "ask" || act === "refuse";
  return JSON.stringify({
    act: act === "refuse" ? "ask" : act,
    refersTo: isOpen || act === "new" ? [] : refersTo.flatMap((label) => toHandles(label, context)),
    change: null,
    option: null,
    capability:
      act === "refuse" ? "unsupported" : isOpen ? "ambiguous" : (capability ?? "ambiguous"),
    subject: message.message,
    confidence: 0.95,
    parameters: noParameters,
  });
}

/** "2.1" is the first result of the second message of a dialogue, "1a1" the first file sent with the first one. */
function toHandles(label: string, context: Context): string[] {
  const [, number = "", mark, place] = /^(\d+)(?:(\.|a)(\d+))?$/u.exec(label) ?? [];
  const at = context.length - Number(number);
  const turn = context[at];
  if (turn === undefined) return [];
  const kind = mark === "a" ? "s" : "r";
  const places = mark === undefined ? turn.made.map((_, index) => index + 1) : [Number(place)];
  return places.map((each) => `m${at + 1}.${kind}${each}`);
}

test("the labels of 60 dialogues, as answers of a scripted language model, become the labelled requests", async () => {
  const server = await startLanguageModel();
  const parser = createIntentParser({
    model: "scripted",
    baseUrl: server.url,
    timeoutMs: 20_000,
    contextTurns: 10,
  });
  const played: PlayedTurn[] = [];
  /** Answers that no possible request fits, so that the embedded parser read the message. */
  let replaced = 0;
  for (const labelled of listMessages()) {
    server.behave(() => toAnswer(labelled));
    const { message, context, check } = labelled;
    const read = await parser.parse({ ...message, context });
    played.push(check(read));
    if (JSON.stringify(read).includes("language model could not be used")) replaced += 1;
  }
  await server.close();

  const totals = sumUp(played);
  expect(totals.turns).toBe(159);
  expect(totals.wronglyPaid).toBe(0);
  expect(totals.turnsRight).toBeGreaterThanOrEqual(150);
  expect(replaced).toBeLessThanOrEqual(15);
}, 240_000);

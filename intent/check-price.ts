import type { Intent, ParsedMessage } from "#domain/requests/intent.ts";

import type { RankedCandidate } from "./follow-up/choose.ts";
import { isDear } from "./follow-up/thresholds.ts";
import type { ModelRequest } from "./model/answer-schema.ts";
import { readSlots } from "./read-slots.ts";

/*
 * A language model can be misled by text that was pasted into a message or into an earlier one. Its reading
 * therefore becomes a paid request without a question only as far as the message supports it for another reader, which
 * follows no instructions.
 */

type ParsedRequest = Extract<ParsedMessage, { outcome: "parsed" }>;

/** Probability that the ranking must give to requests that cost as much. */
const supportMin = 0.1;

/**
 * The same for an answer that confirms a dear request. The request may be one that a misled model has proposed, so an
 * answer must be the most probable reading of the message.
 */
const confirmationMin = 0.5;

/** Length of a result whose request states none, at most. */
const usualSeconds = 5;

/** Reports a number of results or a length that raises the price and is not in the message as a number. */
export function addsResults(
  { parameters: { count, durationSeconds } }: ModelRequest,
  message: string,
): boolean {
  const { parameters: stated } = readSlots(message, {});
  const addsCount = (count ?? 1) > (stated.count ?? 1);
  const addsSeconds = (durationSeconds ?? 0) > (stated.durationSeconds ?? usualSeconds);
  return addsCount || addsSeconds;
}

/** Reports whether the ranking of what a message of a conversation may mean has requests that cost as much. */
export function isSupported(
  { intent, optimizeFor }: ParsedRequest,
  ranked: readonly RankedCandidate[],
): boolean {
  const isBest = optimizeFor === "quality";
  const isPaid = isDear(intent) || isBest;
  const isAnswer = intent.understood?.act === "answer";
  const support = ranked
    .filter(({ candidate: { act, capability, change } }) =>
      isPaid
        ? capability === intent.capability &&
          (!isBest || change === "better") &&
          (!isAnswer || act === "answer")
        : act !== "ask" && act !== "refuse",
    )
    .reduce((sum, { probability }) => sum + probability, 0);
  return support >= (isPaid && isAnswer ? confirmationMin : supportMin);
}

/** The same for a message without earlier ones: it does not certainly request something cheaper. */
export function isSupportedAlone(intent: Intent, embedded: ParsedMessage): boolean {
  return (
    !isDear(intent) ||
    embedded.outcome !== "parsed" ||
    isDear(embedded.intent) ||
    embedded.intent.capability === intent.capability
  );
}

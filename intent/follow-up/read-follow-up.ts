import type { Context } from "#domain/conversations/context.ts";
import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";
import type { EmbeddedParser } from "#intent/embedded-parser.ts";

import { ask, askToConfirm, askWhich } from "./ask-back.ts";
import { listCandidates } from "./candidates.ts";
import { type Choice, chooseReadings } from "./choose.ts";
import { narrowToCommand } from "./command.ts";
import type { RankerWeights } from "./ranker.ts";
import { isOptionNumber, readAnswer } from "./read-answer.ts";
import { type Reading, toReading } from "./reading.ts";
import { refused } from "./requests.ts";
import { thresholdOf, type Thresholds, thresholds } from "./thresholds.ts";
import { loadWeights } from "./weights.ts";

/**
 * Reads a message with the earlier messages of its conversation. A message whose meaning is uncertain leads to a
 * question, never to a paid request.
 */
export function readFollowUp(
  message: MessageToParse,
  context: Context,
  parse: EmbeddedParser,
): ParsedMessage {
  weights ??= loadWeights();
  return readBy(weights, toReading(message, context, parse));
}

/** Parses like `parse`, and a message of a conversation with the earlier ones. */
export function withContext(parse: EmbeddedParser): EmbeddedParser {
  return (message) =>
    message.context === undefined ? parse(message) : readFollowUp(message, message.context, parse);
}

/**
 * Reads the number of an option, or a message that is nothing but a command, which leave nothing to another reader. Null
 * for every other message.
 */
export function readCommand(
  message: MessageToParse,
  context: Context,
  parse: EmbeddedParser,
): ParsedMessage | null {
  const reading = toReading(message, context, parse);
  const answer = isOptionNumber(reading) ? readAnswer(reading) : null;
  if (answer !== null) return answer;
  return isCommand(reading) ? readBy((weights ??= loadWeights()), reading) : null;
}

/** Loaded with the first message, since the training replaces them. */
let weights: RankerWeights | undefined;

/** Reads a message by these weights. The number of an option needs none. */
export function readBy(
  ranker: RankerWeights,
  reading: Reading,
  limits: Thresholds = thresholds,
): ParsedMessage {
  const answer = isOptionNumber(reading) ? readAnswer(reading) : null;
  return answer ?? settle(reading, chooseReadings(reading, ranker), limits);
}

/** Probability of a reading that is worth a question whether it is meant. */
const confirmedMin = 0.2;

/** Decides whether the most probable reading is a request, a question or a refusal. */
function settle(reading: Reading, choices: readonly Choice[], limits: Thresholds): ParsedMessage {
  const [best] = choices;
  if (best === undefined || best.act === "refuse") return refused;
  const isCertain =
    best.read.outcome !== "parsed" || best.probability >= thresholdOf(best.read, limits);
  if (best.act !== "ask" && isCertain) return best.read;
  const request = choices.find(({ read }) => read.outcome === "parsed");
  if (request?.read.outcome !== "parsed" || request.probability < confirmedMin) return ask(reading);
  return askWhich(reading, request.read, choices) ?? askToConfirm(reading, request.read);
}

function isCommand(reading: Reading): boolean {
  const candidates = listCandidates(reading);
  return narrowToCommand(reading, candidates) !== candidates;
}

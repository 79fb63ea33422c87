import type { Context } from "#domain/conversations/context.ts";
import { isSameFile } from "#domain/conversations/context.ts";
import type { Reference } from "#domain/conversations/follow-up.ts";
import type { Intent, MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";
import { confidenceMin } from "#intent/accept-or-ask.ts";
import { addsResults, isSupported } from "#intent/check-price.ts";
import type { EmbeddedParser } from "#intent/embedded-parser.ts";
import { ask, askToConfirm } from "#intent/follow-up/ask-back.ts";
import type { Candidate } from "#intent/follow-up/candidate.ts";
import { rankCandidates, type RankedCandidate } from "#intent/follow-up/choose.ts";
import { readAnswer } from "#intent/follow-up/read-answer.ts";
import { type Reading, toReading } from "#intent/follow-up/reading.ts";
import { refused, withAct } from "#intent/follow-up/requests.ts";
import { loadWeights } from "#intent/follow-up/weights.ts";

import type { ModelAnswer } from "./answer-schema.ts";
import { mergeAnswer, statedBy, statedSubject } from "./merge-answer.ts";
import { findFiles, type ModelContext } from "./model-context.ts";

type ParsedRequest = Extract<ParsedMessage, { outcome: "parsed" }>;

interface Given {
  readonly input: MessageToParse;
  readonly context: Context;
  /** Part of the context that the language model has received. */
  readonly shown: ModelContext;
  readonly parse: EmbeddedParser;
  readonly model: string;
}

let weights: ReturnType<typeof loadWeights> | undefined;

/**
 * Turns the answer of a language model about a message of a conversation into the request that the embedded reader would
 * propose for the same meaning. The model thereby cannot name a file or a request that does not exist. A request that the
 * message alone does not make plausible leads to a question when it may be dear. Throws when the answer names no possible
 * request.
 */
export function readModelAnswer(answer: ModelAnswer, given: Given): ParsedMessage {
  const { input, context, parse, model } = given;
  const { act = "new", capability } = answer;
  const reading = toReading(input, context, parse);
  if (capability === "unsupported") return byModel(refused, model);
  if (act === "ask" || capability === "missing_input") return byModel(ask(reading), model);
  const ranked = rankCandidates(reading, (weights ??= loadWeights()));
  const option = act === "answer" ? answer.option : null;
  if (option == null && capability === "ambiguous" && !repeating.has(act)) {
    return byModel(ask(reading), model);
  }
  const read =
    option != null
      ? choose(option, given)
      : act === "new"
        ? readNew(answer, reading, given)
        : readRelated(answer, ranked, given);
  if (read.outcome !== "parsed") return byModel(read, model);
  const request = byModel(read, model) as ParsedRequest;
  const isCertain =
    answer.confidence >= confidenceMin &&
    (repeating.has(act) || !addsResults(answer, input.message)) &&
    isSupported(request, ranked);
  return isCertain ? request : askToConfirm(reading, request);
}

/** The capability of a repeated request is that of the earlier one. */
const repeating: ReadonlySet<string> = new Set(["repeat", "adjust"]);

function readNew(answer: ModelAnswer, { plain }: Reading, { input, model }: Given): ParsedMessage {
  return withAct(mergeAnswer({ input, embedded: plain, answer, model }), "new", []);
}

/** The most probable of the requests that the answer fits. */
function readRelated(
  answer: ModelAnswer,
  ranked: readonly RankedCandidate[],
  { input, shown }: Given,
): ParsedMessage {
  const files = findFiles(answer.refersTo ?? [], shown);
  const fitting =
    files === null ? [] : ranked.filter(({ candidate }) => fits(candidate, answer, files));
  const [best] = fitting;
  if (best === undefined)
    throw new Error("The language model named a request that is not possible.");
  const read = best.candidate.build();
  if (read.outcome !== "parsed" || repeating.has(best.candidate.act)) return read;
  const { intent } = read;
  const { capability } = intent;
  const isText = best.candidate.act === "convert" && capability === "text-to-speech";
  const stated = isText ? "" : statedSubject(answer, input, capability);
  const subject = stated || intent.subject;
  const parameters = { ...statedBy(answer), ...intent.parameters };
  return { ...read, intent: { ...intent, subject, parameters } };
}

function fits(
  { act, capability, change, refersTo = [] }: Candidate,
  answer: ModelAnswer,
  files: readonly Reference[],
): boolean {
  return (
    act === answer.act &&
    (repeating.has(act) || capability === answer.capability) &&
    (act !== "adjust" || change === (answer.change ?? undefined)) &&
    (files.length === 0 ||
      (files.length === refersTo.length &&
        files.every((file) => refersTo.some((other) => isSameFile(file, other)))))
  );
}

/** An option by its number, as if the caller had sent the number. */
function choose(option: number, { input, context, parse }: Given): ParsedMessage {
  const read = readAnswer(toReading({ ...input, message: `${option}` }, context, parse));
  if (read === null) throw new Error("The language model chose an option that does not exist.");
  return read;
}

function byModel(read: ParsedMessage, model: string): ParsedMessage {
  if (read.outcome === "unsupported") return { ...read, parser: "llm" };
  const by = { parser: "llm" as const, model };
  return read.outcome === "parsed"
    ? { ...read, intent: { ...read.intent, ...by } satisfies Intent }
    : { ...read, intent: { ...read.intent, ...by } };
}

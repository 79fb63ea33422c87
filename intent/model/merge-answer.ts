import { isCapability, resultContentType } from "#domain/requests/capability.ts";
import type { Capability } from "#domain/requests/capability.ts";
import type {
  GenerationParameters,
  Intent,
  MessageToParse,
  ParsedMessage,
} from "#domain/requests/intent.ts";
import { acceptOrAsk } from "#intent/accept-or-ask.ts";
import { possibleCapabilities, settledCapability } from "#intent/possible-capabilities.ts";
import { readIntent } from "#intent/read-intent.ts";
import { readSlots } from "#intent/read-slots.ts";
import { findSpeechText } from "#intent/speech-text.ts";

import type { ModelAnswer, ModelRequest } from "./answer-schema.ts";

/**
 * Combines a model's answer with the values that the grammar read. The model decides capability and subject;
 * the grammar keeps every parameter that the message states literally. Throws when the model names a
 * capability that is not possible.
 */
export function mergeAnswer({
  input,
  embedded,
  answer,
  model,
}: {
  input: MessageToParse;
  embedded: ParsedMessage;
  answer: ModelAnswer;
  model: string;
}): ParsedMessage {
  if (answer.capability === "unsupported") {
    return acceptOrAsk({ kind: "unsupported", parser: "llm" }, input);
  }
  const intent = toIntent(input, answer, model);
  if (answer.capability === "missing_input") return toMissing(embedded, intent, input);
  if (answer.capability === "ambiguous") {
    const { subject } = intent;
    return acceptOrAsk({ kind: "ambiguous", intent, subject, likely: [] }, input);
  }
  const { capability } = answer;
  if (!isCapability(capability) || !possibleCapabilities(input).includes(capability)) {
    throw new Error("The language model named a capability that is not possible.");
  }
  const complete: Intent = {
    ...intent,
    capability,
    contentType: resultContentType(capability, input.attachments),
    alternatives: embedded.outcome === "parsed" ? alternativesOf(embedded.intent, capability) : [],
  };
  return acceptOrAsk({ kind: "capability", intent: complete }, input);
}

type PartialIntent = Omit<Intent, "contentType" | "capability">;

function toIntent(input: MessageToParse, answer: ModelAnswer, model: string): PartialIntent {
  const capability = isCapability(answer.capability) ? answer.capability : undefined;
  const spoken = capability === "text-to-speech" ? findSpeechText(input.message) : undefined;
  const literal = readSlots(input.message, { capability, spoken: spoken ? [spoken] : [] });
  return {
    subject: statedSubject(answer, input, capability) || subjectOf(input, capability),
    parameters: { ...statedBy(answer), ...literal.parameters },
    confidence: settledCapability(input) === undefined ? answer.confidence : 1,
    assumptions: [],
    alternatives: [],
    parser: "llm",
    model,
    ...(literal.requestedModel === undefined ? {} : { requestedModel: literal.requestedModel }),
    ...(literal.requestedProvider === undefined
      ? {}
      : { requestedProvider: literal.requestedProvider }),
  };
}

/** Returns the parameters that a model has found in a message. */
export function statedBy({ parameters }: ModelRequest): GenerationParameters {
  return Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => value !== null && value !== ""),
  );
}

/** Returns the subject that a model has found; empty for a text to speak that is not in the message. */
export function statedSubject(
  { subject }: ModelRequest,
  { message }: Pick<MessageToParse, "message">,
  capability: Capability | undefined,
): string {
  const said = subject.trim();
  return capability !== "text-to-speech" || isIn(message, said) ? said : "";
}

/** Reports whether a text is in a message, apart from spaces. */
function isIn(message: string, text: string): boolean {
  return message.replace(/\s+/gu, " ").includes(text.replace(/\s+/gu, " "));
}

/** The grammar finds the subject that a model has left out. */
function subjectOf({ message }: MessageToParse, capability: Capability | undefined): string {
  return capability === undefined ? "" : readIntent(message, capability).subject;
}

/** The model reports that a file is missing; the embedded parser determines its kind. */
function toMissing(
  embedded: ParsedMessage,
  intent: PartialIntent,
  input: MessageToParse,
): ParsedMessage {
  if (embedded.outcome !== "needs_input") {
    return acceptOrAsk({ kind: "missing", intent }, input);
  }
  return {
    ...embedded,
    intent: { ...embedded.intent, parser: "llm", model: intent.model ?? "" },
  };
}

function alternativesOf(intent: Intent, chosen: Intent["capability"]): Intent["alternatives"] {
  const others = [
    { capability: intent.capability, confidence: intent.confidence },
    ...intent.alternatives,
  ];
  return others.filter(({ capability }) => capability !== chosen);
}

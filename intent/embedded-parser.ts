import { missingInputs, resultContentType } from "#domain/requests/capability.ts";
import type { Capability, ContentType, InputKind } from "#domain/requests/capability.ts";
import type { Intent, MessageToParse, OpenIntent, ParsedMessage } from "#domain/requests/intent.ts";

import { acceptOrAsk, isSceneAlone } from "./accept-or-ask.ts";
import type { Reading } from "./accept-or-ask.ts";
import { loadClassifier } from "./classifier.ts";
import { readCues } from "./cues.ts";
import type { Cues } from "./cues.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decide.ts";
import { analysedCharactersMax } from "./normalize.ts";
import { readSlots } from "./read-slots.ts";
import { blankCharacter } from "./slots/draft.ts";
import { detectLanguage } from "./slots/language.ts";
import { findSpeechText } from "./speech-text.ts";
import { readSubject } from "./subject.ts";
import { gap } from "./tokens.ts";

export type EmbeddedParser = (input: MessageToParse) => ParsedMessage;

/**
 * Creates the parser that needs no language model. Classifier, grammar and attachments decide the capability;
 * the grammar reads parameters and subject. The parser is deterministic and never throws. Characters beyond
 * `analysedCharactersMax` are not read.
 */
export function createEmbeddedParser(): EmbeddedParser {
  const classify = loadClassifier();
  return ({ message, attachments }) => {
    const text = withoutInjection(withoutMarks(message).slice(0, analysedCharactersMax).trim());
    const request = withoutPoliteForm(text);
    const cues = readCues(request);
    const reading = cues.hasWords
      ? toReading(text, attachments, cues, decide(classify(request), cues, attachments))
      : readWithoutWords(text);
    return acceptOrAsk(reading, attachments);
  };
}

/** The parser marks places in a text with private-use characters; in the caller's text they become spaces. */
function withoutMarks(message: string): string {
  return message.normalize("NFC").replaceAll(blankCharacter, " ").replaceAll(gap, " ");
}

const injection =
  /^\W{0,3}(?:please )?(?:ignore|disregard|forget)\s(?:all |any |the |your |my ){0,3}(?:previous|prior|above|earlier|former)\s(?:instructions?|prompts?|rules|messages)[\s,.;:]*(?:and|then|instead)?[\s,:]*(?=\S)/iu;

/** The parser has no instructions to override; the rest of the message counts. */
function withoutInjection(text: string): string {
  return text.replace(injection, "");
}

const politeForm =
  /^(?:hey |hi |hello )?(?:can|could|would|will) you (?:please |maybe |kindly )?(?=\p{L})/iu;

/** "Could you give this a vintage feel?" is a request in the form of a question. */
function withoutPoliteForm(text: string): string {
  return politeForm.test(text) ? text.replace(politeForm, "").replace(/\?+\s*$/u, "") : text;
}

function readWithoutWords(text: string): Reading {
  const intent = {
    subject: text,
    parameters: {},
    confidence: 0,
    assumptions: [],
    alternatives: [],
    parser: "embedded",
  } satisfies OpenIntent;
  return { kind: "ambiguous", intent, subject: "", likely: [] };
}

function toReading(
  text: string,
  attachments: readonly InputKind[],
  cues: Cues,
  decision: Decision,
): Reading {
  const isOpen = decision.kind === "ambiguous" || decision.kind === "missing";
  if (isOpen && isSceneAlone(text, cues, attachments)) return assumeImage(text);
  switch (decision.kind) {
    case "unsupported":
      return { kind: "unsupported", parser: "embedded" };
    case "ambiguous": {
      const { confidence, alternatives } = decision;
      const intent = { ...readIntent(text, undefined), confidence, alternatives };
      const likely = alternatives.map(({ capability }) => capability);
      return { kind: "ambiguous", intent, subject: intent.subject, likely };
    }
    case "missing": {
      const { capability, confidence, missing } = decision;
      const intent = {
        ...readIntent(text, capability),
        ...knownContentType(capability, attachments, cues),
        capability,
        confidence,
      };
      return { kind: "missing", intent, wanted: { capability, inputs: missing } };
    }
    case "capability": {
      const { capability, confidence, alternatives } = decision;
      const contentType = resultContentType(capability, attachments);
      return {
        kind: "capability",
        intent: {
          ...readIntent(text, capability),
          contentType,
          capability,
          confidence,
          alternatives,
        },
      };
    }
  }
}

/** Confidence of an assumption that is reported to the caller. */
const assumedConfidence = 0.5;

function assumeImage(text: string): Reading {
  const capability = "text-to-image";
  const intent = readIntent(text, capability);
  return {
    kind: "capability",
    intent: {
      ...intent,
      contentType: resultContentType(capability, []),
      capability,
      confidence: assumedConfidence,
      assumptions: [...intent.assumptions, "An image, because the message names no medium."],
      alternatives: [{ capability: "text-to-video", confidence: 1 - assumedConfidence }],
    },
  };
}

type ReadIntent = Pick<
  Intent,
  "subject" | "parameters" | "assumptions" | "alternatives" | "parser" | "confidence"
> &
  Partial<Pick<Intent, "requestedModel" | "requestedProvider">>;

function readIntent(text: string, capability: Capability | undefined): ReadIntent {
  const speech = capability === "text-to-speech" ? findSpeechText(text) : undefined;
  const slots = readSlots(text, { capability, spoken: speech ? [speech] : [] });
  const parameters = { ...slots.parameters };
  const assumptions: string[] = [];
  if (speech && parameters.language === undefined) {
    const language = detectLanguage(speech.text);
    if (language !== undefined && language !== "en") {
      parameters.language = language;
      assumptions.push(`Language "${language}", because the text is written in it.`);
    }
  }
  return {
    subject:
      capability === "text-to-speech"
        ? (speech?.text ?? "")
        : readSubject(text, { cuts: slots.cuts, styles: slots.styles, capability }),
    parameters,
    assumptions,
    alternatives: [],
    parser: "embedded",
    confidence: 0,
    ...(slots.requestedModel === undefined ? {} : { requestedModel: slots.requestedModel }),
    ...(slots.requestedProvider === undefined
      ? {}
      : { requestedProvider: slots.requestedProvider }),
  };
}

/**
 * Returns the content type of a result that follows its input, which is known only when the message names it.
 */
function knownContentType(
  capability: Capability,
  attachments: readonly InputKind[],
  cues: Cues,
): { contentType?: ContentType } {
  const follows =
    missingInputs(capability, ["image"]).length === 0 &&
    missingInputs(capability, ["video"]).length === 0;
  if (!follows || capability === "vision-analysis") {
    return { contentType: resultContentType(capability, attachments) };
  }
  return cues.refersTo && cues.refersTo !== "something" ? { contentType: cues.refersTo } : {};
}

import { missingInputs, resultContentType } from "#domain/requests/capability.ts";
import type { Capability, ContentType, InputKind } from "#domain/requests/capability.ts";
import type { Intent, MessageToParse, OpenIntent, ParsedMessage } from "#domain/requests/intent.ts";

import { acceptOrAsk } from "./accept-or-ask.ts";
import type { Reading } from "./accept-or-ask.ts";
import { loadClassifier } from "./classifier.ts";
import type { Cues } from "./cues.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decide.ts";
import { analysedCharactersMax } from "./normalize.ts";
import { readSentences } from "./read-sentences.ts";
import { readSlots } from "./read-slots.ts";
import { withoutRejectedMedia } from "./rejected-media.ts";
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
    const request = withoutRejectedMedia(withoutPoliteForm(text));
    if (!/[\p{L}\p{N}]/u.test(text)) return acceptOrAsk(readWithoutWords(text), attachments);
    const { scores, refersTo } = readSentences(request, classify);
    const cues = refersTo ? { refersTo } : {};
    const reading = toReading(text, attachments, cues, decide(scores, cues, attachments));
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
  cues: Pick<Cues, "refersTo">,
  decision: Decision,
): Reading {
  switch (decision.kind) {
    case "description":
      return assumeImage(text, decision);
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

function assumeImage(
  text: string,
  { confidence, alternatives }: Pick<Intent, "confidence" | "alternatives">,
): Reading {
  const capability = "text-to-image";
  const intent = readIntent(text, capability);
  return {
    kind: "description",
    intent: {
      ...intent,
      contentType: resultContentType(capability, []),
      capability,
      confidence,
      assumptions: [...intent.assumptions, "An image, because the message names no medium."],
      alternatives,
    },
  };
}

type ReadIntent = Pick<
  Intent,
  "subject" | "parameters" | "assumptions" | "alternatives" | "parser" | "confidence"
> &
  Partial<Pick<Intent, "requestedModel" | "requestedProvider">>;

function readIntent(message: string, capability: Capability | undefined): ReadIntent {
  // Text to speak is kept exactly; everything else is read without the media that the message rejects.
  const text = capability === "text-to-speech" ? message : withoutRejectedMedia(message);
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
  cues: Pick<Cues, "refersTo">,
): { contentType?: ContentType } {
  const follows =
    missingInputs(capability, ["image"]).length === 0 &&
    missingInputs(capability, ["video"]).length === 0;
  if (!follows || capability === "vision-analysis") {
    return { contentType: resultContentType(capability, attachments) };
  }
  return cues.refersTo && cues.refersTo !== "something" ? { contentType: cues.refersTo } : {};
}

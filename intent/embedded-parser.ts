import { missingInputs, resultContentType } from "#domain/requests/capability.ts";
import type { Capability, ContentType, InputKind } from "#domain/requests/capability.ts";
import type { Intent, MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";

import { acceptOrAsk, describesImage } from "./accept-or-ask.ts";
import type { Reading } from "./accept-or-ask.ts";
import { loadClassifier } from "./classifier.ts";
import type { Label } from "./classifier.ts";
import type { Cues } from "./cues.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decide.ts";
import { settledCapability } from "./possible-capabilities.ts";
import { readIntent } from "./read-intent.ts";
import type { ReadIntent } from "./read-intent.ts";
import { readSentences } from "./read-sentences.ts";
import { withoutRejectedMedia } from "./rejected-media.ts";
import { readResultSigns } from "./result-signs.ts";
import { blankCharacter } from "./slots/draft.ts";
import { findSpeechText } from "./speech-text.ts";
import type { SpeechText } from "./speech-text.ts";
import { analysedCharactersMax } from "./text/normalize.ts";
import { gap } from "./text/tokens.ts";

export type EmbeddedParser = (input: MessageToParse) => ParsedMessage;

/**
 * Creates the parser that needs no language model. Classifier, grammar and attachments decide the capability;
 * the grammar reads parameters and subject. The parser is deterministic and never throws. Characters beyond
 * `analysedCharactersMax` are not read.
 */
export function createEmbeddedParser(): EmbeddedParser {
  const classify = loadClassifier();
  return (input) => {
    const text = withoutInjection(
      withoutMarks(input.message).slice(0, analysedCharactersMax).trim(),
    );
    const message = { ...input, message: text };
    const hasWords = /[\p{L}\p{N}]/u.test(text);
    const capability = settledCapability(input);
    if (!hasWords && capability === undefined) {
      return acceptOrAsk(readWithoutWords(message), input);
    }
    const request = withoutRejectedMedia(withoutPoliteForm(text));
    const { scores, refersTo } = readSentences(
      { message: request, attachments: input.attachments },
      classify,
    );
    const cues = refersTo ? { refersTo } : {};
    const reading =
      capability === undefined
        ? toReading(message, cues, decide(scores, { ...cues, ...readResultSigns(request) }, input))
        : readFor(capability, message, { scores, cues });
    return acceptOrAsk(reading, input);
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

/** Confidence that emoji describe an image: "🦊🌲❄️". */
const pictographsConfidence = 0.6;
/** Smileys, gestures and hearts express a mood, not a thing. */
const pictograph =
  /(?![\u{1f600}-\u{1f64f}\u{1f910}-\u{1f92f}\u{1f970}-\u{1f97a}\u{1f446}-\u{1f450}\u{1f493}-\u{1f49f}☺☹❤✌✋✊☝✅❌❗❓‼⁉])\p{Extended_Pictographic}/u;

/** Reads a message of emoji or punctuation. */
function readWithoutWords(message: MessageToParse): Reading {
  const { message: text } = message;
  if (pictograph.test(text) && describesImage({}, message)) {
    const intent = { ...readIntent(text, "text-to-image"), subject: text };
    return assumeImage(intent, { confidence: pictographsConfidence, alternatives: [] });
  }
  const intent = { ...readIntent(text, undefined), subject: text };
  return { kind: "ambiguous", intent, subject: "", likely: [] };
}

/** Probability at which a message with the settled capability speech is a request, not the text itself. */
const speechRequestMin = 0.5;

/** Reads a message for the only capability that its request leaves open. */
function readFor(
  capability: Capability,
  { message: text, attachments }: MessageToParse,
  { scores, cues }: { scores: Readonly<Record<Label, number>>; cues: Pick<Cues, "refersTo"> },
): Reading {
  const read = { ...readIntent(text, capability, findStatedSpeech()), capability, confidence: 1 };
  const missing = missingInputs(capability, attachments);
  if (missing.length === 0) {
    const contentType = resultContentType(capability, attachments);
    return { kind: "capability", intent: { ...read, contentType } };
  }
  const intent = { ...read, ...knownContentType(capability, attachments, cues) };
  return { kind: "missing", intent, wanted: { capability, inputs: missing } };

  /** A message that does not request speech is the text itself: "Good morning, and welcome aboard." */
  function findStatedSpeech(): SpeechText | undefined {
    if (capability !== "text-to-speech") return undefined;
    const isRequest = Math.exp(scores["text-to-speech"]) >= speechRequestMin;
    return isRequest ? findSpeechText(text) : { start: 0, end: text.length, text };
  }
}

function toReading(
  { message: text, attachments }: MessageToParse,
  cues: Pick<Cues, "refersTo">,
  decision: Decision,
): Reading {
  switch (decision.kind) {
    case "description":
      return assumeImage(readIntent(text, "text-to-image"), decision);
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
  intent: ReadIntent,
  { confidence, alternatives }: Pick<Intent, "confidence" | "alternatives">,
): Reading {
  const capability = "text-to-image";
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

import { missingInputs, resultContentType } from "#domain/requests/capability.ts";
import type { Capability, ContentType, InputKind } from "#domain/requests/capability.ts";
import { confidenceMin } from "#domain/requests/intent.ts";
import type { Intent, MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";

import { loadClassifier } from "./classifier.ts";
import { readCues } from "./cues.ts";
import type { Cues } from "./cues.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decide.ts";
import { describesScene } from "./describes-scene.ts";
import { analysedCharactersMax } from "./normalize.ts";
import { askForCapability, askForInput, askForMedium, askForSubject } from "./questions.ts";
import { readSlots } from "./read-slots.ts";
import { blankCharacter } from "./slots/draft.ts";
import { detectLanguage } from "./slots/language.ts";
import { findSpeechText } from "./speech-text.ts";
import { readSubject } from "./subject.ts";
import { gap } from "./tokens.ts";

export type EmbeddedParser = (input: MessageToParse) => ParsedMessage;

export const unsupportedReason =
  "This is not a request for an image, a video, audio or a 3D model, nor for work on one.";

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
    if (!cues.hasWords) return askWithoutWords(text, attachments);
    return toParsed(text, attachments, cues, decide(classify(request), cues, attachments));
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

function askWithoutWords(text: string, attachments: readonly InputKind[]): ParsedMessage {
  const intent: Partial<Intent> = {
    subject: text,
    parameters: {},
    confidence: 0,
    parser: "embedded",
  };
  const question = attachments.length > 0 ? askForCapability([], attachments) : askForMedium("");
  return { outcome: "needs_input", intent, question };
}

function toParsed(
  text: string,
  attachments: readonly InputKind[],
  cues: Cues,
  decision: Decision,
): ParsedMessage {
  const isOpen = decision.kind === "ambiguous" || decision.kind === "missing";
  if (isOpen && attachments.length === 0 && cues.refersTo === undefined && describesScene(text)) {
    return assumeImage(text);
  }
  switch (decision.kind) {
    case "unsupported":
      return { outcome: "unsupported", reason: unsupportedReason, parser: "embedded" };
    case "ambiguous": {
      const intent = readIntent(text, undefined);
      const likely = decision.alternatives.map(({ capability }) => capability);
      const question =
        attachments.length > 0
          ? askForCapability(likely, attachments)
          : askForMedium(intent.subject ?? "");
      return {
        outcome: "needs_input",
        intent: { ...intent, confidence: decision.confidence, alternatives: decision.alternatives },
        question,
      };
    }
    case "missing":
      return {
        outcome: "needs_input",
        intent: {
          ...readIntent(text, decision.capability),
          ...knownContentType(decision.capability, attachments, cues),
          capability: decision.capability,
          confidence: decision.confidence,
        },
        question: askForInput(decision.capability, decision.missing),
      };
    case "capability":
      return toIntent(text, attachments, decision);
  }
}

/** Confidence of an assumption that is reported to the caller. */
const assumedConfidence = 0.5;

function assumeImage(text: string): ParsedMessage {
  const capability = "text-to-image";
  const intent = readIntent(text, capability);
  return {
    outcome: "parsed",
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

function toIntent(
  text: string,
  attachments: readonly InputKind[],
  decision: Extract<Decision, { kind: "capability" }>,
): ParsedMessage {
  const { capability, confidence, alternatives } = decision;
  const intent: Intent = {
    ...readIntent(text, capability),
    contentType: resultContentType(capability, attachments),
    capability,
    confidence,
    alternatives,
  };
  if (confidence < confidenceMin) {
    const likely = [capability, ...alternatives.map((alternative) => alternative.capability)];
    return { outcome: "needs_input", intent, question: askForCapability(likely, attachments) };
  }
  if (needsSubject.has(capability) && intent.subject === "") {
    return { outcome: "needs_input", intent, question: askForSubject(capability) };
  }
  return { outcome: "parsed", intent };
}

/** Capabilities that cannot start without a subject. */
const needsSubject: ReadonlySet<Capability> = new Set([
  "text-to-image",
  "text-to-video",
  "text-to-speech",
  "text-to-3d",
]);

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

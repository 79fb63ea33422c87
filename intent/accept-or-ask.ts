import type { Capability, InputKind } from "#domain/requests/capability.ts";
import type {
  Intent,
  MessageToParse,
  OpenIntent,
  ParsedMessage,
  Question,
} from "#domain/requests/intent.ts";

import type { Label } from "./classifier.ts";
import { fromWordsAlone } from "./cues.ts";
import type { Cues } from "./cues.ts";
import { possibleCapabilities } from "./possible-capabilities.ts";
import {
  askForCapability,
  askForFile,
  askForInput,
  askForMedium,
  askForSubject,
} from "./questions.ts";

/** Result of either parser, before the decision whether it suffices for a generation. */
export type Reading =
  | { readonly kind: "capability"; readonly intent: Intent }
  /** The message requests nothing and describes something that an image can show. */
  | { readonly kind: "description"; readonly intent: Intent }
  | {
      readonly kind: "ambiguous";
      readonly intent: OpenIntent;
      readonly subject: string;
      readonly likely: readonly Capability[];
    }
  | {
      readonly kind: "missing";
      readonly intent: OpenIntent;
      /** Absent when a language model does not say what is missing. */
      readonly wanted?: { readonly capability: Capability; readonly inputs: readonly InputKind[] };
    }
  | { readonly kind: "unsupported"; readonly parser: Intent["parser"] };

/**
 * Below this confidence in a capability, the engine asks instead of guessing; measured on messages that were
 * not used for training, three of five such guesses are wrong.
 */
export const confidenceMin = 0.8;

/** The same for a description. It is lower, because the response reports the assumption. */
const describedConfidenceMin = 0.4;

type Request = Pick<MessageToParse, "attachments" | "capabilities">;

/**
 * Decides whether a message becomes a generation or a question. This file has every rule of this decision,
 * for both parsers.
 */
export function acceptOrAsk(reading: Reading, request: Request): ParsedMessage {
  const possible = possibleCapabilities(request);
  switch (reading.kind) {
    case "capability": {
      const { intent } = reading;
      const question = questionAbout(intent, possible);
      return question === null
        ? { outcome: "parsed", intent }
        : { outcome: "needs_input", intent, question };
    }
    case "description": {
      const { intent } = reading;
      return intent.confidence >= describedConfidenceMin
        ? { outcome: "parsed", intent }
        : { outcome: "needs_input", intent, question: askForMedium(intent.subject, possible) };
    }
    case "ambiguous": {
      const { intent, subject, likely } = reading;
      const question =
        request.attachments.length > 0
          ? askForCapability(likely, possible)
          : askForMedium(subject, possible);
      return { outcome: "needs_input", intent, question };
    }
    case "missing": {
      const { intent, wanted } = reading;
      const question =
        wanted === undefined ? askForFile() : askForInput(wanted.capability, wanted.inputs);
      return { outcome: "needs_input", intent, question };
    }
    case "unsupported":
      return { outcome: "unsupported", reason: unsupportedReason, parser: reading.parser };
  }
}

const unsupportedReason =
  "This is not a request for an image, a video, audio or a 3D model, nor for work on one.";

function questionAbout(
  { capability, confidence, alternatives, subject }: Intent,
  possible: readonly Capability[],
): Question | null {
  if (confidence < confidenceMin) {
    const others = alternatives.map((alternative) => alternative.capability);
    return askForCapability([capability, ...others], possible);
  }
  return subject === "" && needsSubject.has(capability) ? askForSubject(capability) : null;
}

/** Capabilities that cannot start without a subject. */
const needsSubject: ReadonlySet<Capability> = new Set([
  "text-to-image",
  "text-to-video",
  "text-to-speech",
  "text-to-3d",
]);

/**
 * Reports whether a message without a request becomes an image of what it describes. With a file, or with a
 * reference to one, the engine asks what to do with the file.
 */
export function describesImage({ refersTo }: Pick<Cues, "refersTo">, request: Request): boolean {
  if (request.attachments.length > 0) return false;
  if (!possibleCapabilities(request).includes("text-to-image")) return false;
  return refersTo === undefined || refersTo === "something";
}

/** A refusal needs a sign of another request, such as a question or an order; a lack of signs is not one. */
const unsupportedConfidenceMin = 0.6;

export function isClearlyUnsupported(confidence: number): boolean {
  return confidence >= unsupportedConfidenceMin;
}

/**
 * Margin by which an unservable capability must exceed the best servable one before its missing input is
 * requested.
 */
const askMargin = { referred: -0.5, unreferred: 3, attached: 2.8 } as const;

/** Reports whether a message that wants an unservable capability leads to a question for its input. */
export function asksForInput(
  wanted: Capability,
  {
    scores,
    best,
    cues,
    attachments,
  }: {
    scores: Readonly<Record<Label, number>>;
    best: Label;
    cues: Pick<Cues, "refersTo">;
    attachments: readonly InputKind[];
  },
): boolean {
  const margin = scores[wanted] - scores[best];
  if (scores.unsupported > scores[wanted] || scores.ambiguous > scores[wanted]) {
    if (best === "unsupported" || !cues.refersTo) return false;
  }
  if (attachments.length > 0) return margin > askMargin.attached;
  if (best === fromWordsAlone[wanted] && cues.refersTo === undefined) return false;
  // A question that does not refer to an image is a question about the world.
  const asksTheWorld = wanted === "vision-analysis" && cues.refersTo === undefined;
  if (asksTheWorld) return false;
  const refersToFile = cues.refersTo !== undefined && cues.refersTo !== "something";
  // Either way the engine asks; a missing file is the better question.
  if (best === "ambiguous" && refersToFile) return true;
  return (
    margin > (refersToFile ? askMargin.referred : askMargin.unreferred - (cues.refersTo ? 1 : 0))
  );
}

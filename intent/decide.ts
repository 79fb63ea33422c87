import { capabilities, missingInputs } from "#domain/requests/capability.ts";
import type { Capability, InputKind } from "#domain/requests/capability.ts";
import type { MessageToParse } from "#domain/requests/intent.ts";

import { asksForInput, describesImage, isClearlyUnsupported } from "./accept-or-ask.ts";
import { labels } from "./classifier.ts";
import type { Label } from "./classifier.ts";
import type { Cues } from "./cues.ts";
import { possibleCapabilities } from "./possible-capabilities.ts";
import { addLogs } from "./read-sentences.ts";
import type { ResultSigns } from "./result-signs.ts";

/** Capability decision about a message, before its parameters and its subject are read. */
export type Decision =
  | { kind: "capability"; capability: Capability; confidence: number; alternatives: Alternative[] }
  | { kind: "missing"; capability: Capability; missing: readonly InputKind[]; confidence: number }
  | { kind: "ambiguous"; confidence: number; alternatives: Alternative[] }
  | { kind: "description"; confidence: number; alternatives: Alternative[] }
  | { kind: "unsupported"; confidence: number };

export interface Alternative {
  readonly capability: Capability;
  readonly confidence: number;
}

/** Log-odds of a question: a statement about a file requests something, but does not say what. */
const statement = -1.2;

/**
 * Corrects the classifier's confidence, which is lower than its accuracy on messages outside the training
 * set.
 */
const sharpness = 1.6;

/**
 * A message that names no image, or that less probably requests one, is a description, and the response states
 * the assumption.
 */
const requestMin = 0.5;

/**
 * Probability at which a video or a 3D model needs no sign in the message. It is high, because a word that the training
 * has in videos only, such as "snowy", makes a plain description probably a video, and a video costs more than an image.
 */
const certainWithoutSign = 0.98;

const alternativesMax = 3;
const alternativeConfidenceMin = 0.05;

/** Decides by the scores of a message's sentences what its request and its attachments permit. */
export function decide(
  read: Readonly<Record<Label, number>>,
  cues: Pick<Cues, "refersTo"> & ResultSigns,
  request: Pick<MessageToParse, "attachments" | "capabilities">,
): Decision {
  const { attachments, capabilities: open = capabilities } = request;
  const scores = { ...read };
  const possible = possibleCapabilities(request);
  if (attachments.length === 0 && cues.refersTo === undefined) {
    scores.unsupported += Math.max(0, scores["vision-analysis"] - scores.unsupported);
  }
  const mayDescribe = describesImage(cues, request);
  if (!mayDescribe) {
    scores.ambiguous = addLogs(scores.ambiguous, scores.description + statement);
  }
  const others = mayDescribe ? (["ambiguous", "description"] as const) : (["ambiguous"] as const);
  const outcomes: Label[] = [...possible, "unsupported", ...others];
  const probabilities = toProbabilities(scores, outcomes);
  if (mayDescribe) {
    if (!cues.film) addDoubtful("text-to-video", probabilities);
    if (!cues.solid) addDoubtful("text-to-3d", probabilities);
    // A description of an image and a request for one are evidence for the same result.
    const { description = 0, "text-to-image": request = 0 } = probabilities;
    const isRequest = cues.image && request >= requestMin;
    probabilities["text-to-image"] = isRequest ? request + description : 0;
    probabilities.description = isRequest ? 0 : request + description;
  }
  const best = findLargest(probabilities, outcomes);
  const confidence = probabilities[best] ?? 0;

  const wanted = findLargest(scores, open);
  const missing = missingInputs(wanted, attachments);
  const asks =
    possible.length === 0 ||
    (missing.length > 0 && asksForInput(wanted, { scores, best, cues, attachments }));
  if (asks) {
    const overall = toProbabilities(scores, labels);
    return {
      kind: "missing",
      capability: wanted,
      missing,
      confidence: round(overall[wanted] ?? 0),
    };
  }
  const alternatives = possible
    .filter((capability) => capability !== best)
    .map((capability) => ({ capability, confidence: round(probabilities[capability] ?? 0) }))
    .filter((alternative) => alternative.confidence >= alternativeConfidenceMin)
    .toSorted((left, right) => right.confidence - left.confidence)
    .slice(0, alternativesMax);
  if (best === "unsupported") {
    if (isClearlyUnsupported(confidence)) {
      return { kind: "unsupported", confidence: round(confidence) };
    }
    const kind = mayDescribe ? "description" : "ambiguous";
    return { kind, confidence: round(1 - confidence), alternatives };
  }
  if (best === "description" || best === "ambiguous") {
    return { kind: best, confidence: round(confidence), alternatives };
  }
  return { kind: "capability", capability: best, confidence: round(confidence), alternatives };
}

/** Without a sign of a film or a solid, a scene in motion or a thing is a description, unless it is certain. */
function addDoubtful(
  capability: "text-to-video" | "text-to-3d",
  probabilities: Partial<Record<Label, number>>,
): void {
  const doubtful = probabilities[capability] ?? 0;
  if (doubtful >= certainWithoutSign) return;
  probabilities.description = (probabilities.description ?? 0) + doubtful;
  probabilities[capability] = 0;
}

function toProbabilities(
  scores: Readonly<Record<Label, number>>,
  among: readonly Label[],
): Partial<Record<Label, number>> {
  const largest = Math.max(...among.map((label) => scores[label]));
  const powers = among.map((label) => Math.exp(sharpness * (scores[label] - largest)));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return Object.fromEntries(among.map((label, index) => [label, powers[index]! / total]));
}

function findLargest<Key extends Label>(
  values: Readonly<Partial<Record<Label, number>>>,
  among: readonly Key[],
): Key {
  return among.reduce((best, label) => ((values[label] ?? 0) > (values[best] ?? 0) ? label : best));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

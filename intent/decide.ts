import { capabilities, missingInputs } from "#domain/requests/capability.ts";
import type { Capability, InputKind } from "#domain/requests/capability.ts";
import type { MessageToParse } from "#domain/requests/intent.ts";

import { asksForInput, describesImage, isClearlyUnsupported } from "./accept-or-ask.ts";
import { labels } from "./classifier.ts";
import type { Label } from "./classifier.ts";
import { fromWordsAlone } from "./cues.ts";
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

/** Log-odds from attachments: a person who attaches a file wants it to be used. */
const priors = {
  unusedAttachment: -2.2,
  nothingToDoWithAttachment: -1.8,
  vagueWithAttachment: -1.5,
  /** A statement about a file asks for something, but does not say for what. */
  statement: -1.2,
  mask: 4,
  pictureOrVideoAndAudio: 2,
} as const;

/**
 * Corrects the classifier's confidence, which is lower than its accuracy on messages outside the training
 * set.
 */
const sharpness = 1.6;

/** A less probable request for an image is a description, and the response states the assumption. */
const requestMin = 0.5;

/** Probability at which a video or a 3D model needs no sign in the message. */
const certainWithoutSign = 0.9;

const alternativesMax = 3;
const alternativeConfidenceMin = 0.05;

/** Combines the scores of a message's sentences with its cues and its attachments. */
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
    scores.ambiguous = addLogs(scores.ambiguous, scores.description + priors.statement);
  }
  const weighted = addPriors(scores, attachments);
  const others = mayDescribe ? (["ambiguous", "description"] as const) : (["ambiguous"] as const);
  const outcomes: Label[] = [...possible, "unsupported", ...others];
  const probabilities = toProbabilities(weighted, outcomes);
  if (mayDescribe) {
    if (!cues.film) addDoubtful("text-to-video", probabilities);
    if (!cues.solid) addDoubtful("text-to-3d", probabilities);
    // A description of an image and a request for one are evidence for the same result.
    const { description = 0, "text-to-image": request = 0 } = probabilities;
    const isRequest = request >= requestMin;
    probabilities["text-to-image"] = isRequest ? request + description : 0;
    probabilities.description = isRequest ? 0 : request + description;
  }
  const best = findLargest(probabilities, outcomes);
  const confidence = probabilities[best] ?? 0;

  const wanted = findLargest(scores, open);
  const missing = missingInputs(wanted, attachments);
  const asks =
    possible.length === 0 ||
    (missing.length > 0 && asksForInput(wanted, { scores, weighted, best, cues, attachments }));
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

function addPriors(
  scores: Readonly<Record<Label, number>>,
  attachments: readonly InputKind[],
): Record<Label, number> {
  const weighted = { ...scores };
  if (attachments.length === 0) return weighted;
  weighted.unsupported += priors.nothingToDoWithAttachment;
  weighted.ambiguous += priors.vagueWithAttachment;
  for (const capability of capabilities) {
    if (missingInputs(capability, []).length === 0) weighted[capability] += priors.unusedAttachment;
  }
  if (attachments.includes("image")) {
    // With an image attached, "a video of the dog running" means the dog in the image.
    for (const [withImage, alone] of Object.entries(fromWordsAlone) as [Capability, Capability][]) {
      weighted[withImage] = Math.max(weighted[withImage], scores[alone] - 0.5);
    }
  }
  if (attachments.includes("mask")) weighted.inpainting += priors.mask;
  const hasPicture = attachments.includes("image") || attachments.includes("video");
  if (hasPicture && attachments.includes("audio")) {
    weighted["lip-sync"] += priors.pictureOrVideoAndAudio;
  }
  if (!hasPicture && attachments.includes("audio")) {
    // A question about a recording concerns its spoken content.
    const question = scores["vision-analysis"] - 0.3;
    weighted["speech-to-text"] = Math.max(weighted["speech-to-text"], question);
  }
  if (attachments.includes("video") && !attachments.includes("image")) {
    // Changing the look or the content of a video is editing it, and so is "a video" of other content.
    const change = Math.max(
      scores["image-to-image"],
      scores.inpainting,
      scores["text-to-video"] - 0.5,
    );
    weighted["video-editing"] = Math.max(weighted["video-editing"], change - 0.3);
  }
  return weighted;
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

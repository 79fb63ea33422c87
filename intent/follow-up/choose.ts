import type { ParsedMessage } from "#domain/requests/intent.ts";

import type { Candidate } from "./candidate.ts";
import { listCandidates } from "./candidates.ts";
import { narrowToCommand } from "./command.ts";
import { messageFeatures } from "./message-features.ts";
import { rank, type RankerWeights, toVector } from "./ranker.ts";
import type { Reading } from "./reading.ts";

/** A reading of a message with its probability. */
export interface Choice {
  readonly act: Candidate["act"];
  readonly read: ParsedMessage;
  readonly probability: number;
}

/** Candidates of which equal requests are joined. */
const comparedMax = 5;

/** Lists the most probable readings of a message, each request once, the most probable first. */
export function chooseReadings(reading: Reading, weights: RankerWeights): Choice[] {
  const best = rankCandidates(reading, weights).slice(0, comparedMax);
  const choices = new Map<string, Choice>();
  for (const { candidate, probability } of best) {
    const choice = { act: candidate.act, read: candidate.build(), probability };
    const key = requestKey(choice);
    const known = choices.get(key);
    choices.set(
      key,
      known === undefined ? choice : { ...known, probability: known.probability + probability },
    );
  }
  return [...choices.values()].toSorted((left, right) => right.probability - left.probability);
}

export interface RankedCandidate {
  readonly candidate: Candidate;
  readonly probability: number;
}

/** Lists what a message may mean, the most probable first. */
export function rankCandidates(reading: Reading, weights: RankerWeights): RankedCandidate[] {
  const candidates = narrowToCommand(reading, listCandidates(reading));
  const probabilities = rank(weights, messageFeatures(reading), candidates.map(toVector));
  return candidates
    .map((candidate, at) => ({ candidate, probability: probabilities[at] ?? 0 }))
    .toSorted((left, right) => right.probability - left.probability);
}

/** Equal for readings that make the same: both changes of an image do, and the same values kept of two requests. */
function requestKey({ act, read }: Choice): string {
  if (read.outcome !== "parsed") return read.outcome;
  const { intent, inputs, optimizeFor } = read;
  const { capability, parameters, understood } = intent;
  const isImageChange = capability === "inpainting" || capability === "image-to-image";
  return JSON.stringify([
    act,
    isImageChange ? "image change" : capability,
    parameters,
    inputs,
    optimizeFor,
    act === "keep" || isImageChange ? null : understood?.refersTo,
  ]);
}

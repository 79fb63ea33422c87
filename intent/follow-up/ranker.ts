import { followUpActs } from "#domain/conversations/follow-up.ts";
import { adjustments } from "#domain/conversations/next-value.ts";
import { capabilities } from "#domain/requests/capability.ts";
import { type Feature, hashFeature } from "#intent/features.ts";

import { type Candidate, places } from "./candidate.ts";

/** Properties of a candidate: its act, capability, change and place. The features of the message have one weight for each. */
export const classes = [
  ...followUpActs,
  "ask",
  "refuse",
  ...capabilities.map((capability) => `make ${capability}`),
  ...adjustments.map((name) => `change ${name}`),
  ...places.map((place) => `of ${place}`),
] as const;

/** Buckets of the hashed features and traits. Powers of two, so that a mask replaces a division. */
export const featureBuckets = 2 ** 13;
export const traitBuckets = 2 ** 13;

/** A candidate as positions of its weights. */
export interface CandidateVector {
  readonly classes: readonly number[];
  readonly traits: readonly Feature[];
}

const classAt = new Map<string, number>(classes.map((name, at) => [name, at]));

/** Acts that repeat an earlier request have its capability, whatever the message says. */
const repeating: ReadonlySet<string> = new Set(["repeat", "adjust"]);

export function toVector({ act, capability, change, place, traits }: Candidate): CandidateVector {
  const names = [
    act,
    ...(capability === undefined || repeating.has(act) ? [] : [`make ${capability}`]),
    ...(change === undefined ? [] : [`change ${change}`]),
    ...(place === undefined ? [] : [`of ${place}`]),
  ];
  const all = [...(capability === undefined ? [] : [capability]), ...traits];
  return {
    classes: names.map((name) => classAt.get(name)!),
    traits: all
      .map((trait) => (typeof trait === "string" ? { name: trait, value: 1 } : trait))
      .flatMap(({ name, value }) => [
        { bucket: hashFeature(`${act}:${name}`) & (traitBuckets - 1), value },
        { bucket: hashFeature(name) & (traitBuckets - 1), value },
      ]),
  };
}

export interface RankerWeights {
  /** Row by row, one number for each class. */
  readonly features: Float32Array | Int8Array;
  /** Scale of the features' weights: one number for each class. */
  readonly steps: Float32Array;
  /** One number for each trait. */
  readonly traits: Float32Array;
}

/** Returns the probability of each candidate. */
export function rank(
  weights: RankerWeights,
  features: readonly Feature[],
  candidates: readonly CandidateVector[],
): number[] {
  const sums = sumByClass(weights, features);
  const scores = candidates.map(
    (candidate) =>
      candidate.classes.reduce((sum, at) => sum + sums[at]!, 0) +
      candidate.traits.reduce((sum, { bucket, value }) => sum + value * weights.traits[bucket]!, 0),
  );
  const largest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - largest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function sumByClass(
  { features: weights, steps }: RankerWeights,
  features: readonly Feature[],
): Float64Array {
  const width = classes.length;
  const sums = new Float64Array(width);
  for (const { bucket, value } of features) {
    const row = (bucket & (featureBuckets - 1)) * width;
    for (let at = 0; at < width; at += 1) sums[at]! += value * weights[row + at]!;
  }
  return sums.map((sum, at) => sum * steps[at]!);
}

import type { Feature } from "#intent/features.ts";
import {
  type CandidateVector,
  classes,
  featureBuckets,
  rank,
  type RankerWeights,
  traitBuckets,
} from "#intent/follow-up/ranker.ts";

/** A message with what it may mean. Several candidates can be right. */
export interface Sample {
  readonly features: readonly Feature[];
  readonly candidates: readonly CandidateVector[];
  readonly right: readonly boolean[];
  readonly weight: number;
}

const epochs = 12;
/** The weights are the mean over the last epochs, which varies less than the last epoch alone. */
const averagedEpochs = 6;
const featureRate = 0.15;
const traitRate = 0.1;
const featureDecay = 2e-4;
const traitDecay = 1e-4;
/** Share of the features that a step does not see, so that no feature decides alone. */
const dropout = 0.3;
/** Smaller errors are not worth a step. */
const errorMin = 1e-3;
const seed = 7;

/** A vector of weights that is learned with a separate rate for each weight (Adagrad). */
interface Learned {
  readonly values: Float32Array;
  readonly squares: Float32Array;
  readonly mean: Float32Array;
  readonly rate: number;
  readonly decay: number;
}

/**
 * Learns which candidate is right, by stochastic gradient descent on the logarithm of the right candidates'
 * probability. Deterministic: the same samples give the same weights.
 */
export function trainRanker(samples: readonly Sample[]): RankerWeights {
  const random = createRandom(seed);
  const features = toLearned(featureBuckets * classes.length, featureRate, featureDecay);
  const traits = toLearned(traitBuckets, traitRate, traitDecay);
  const steps = new Float32Array(classes.length).fill(1);
  const weights = { features: features.values, steps, traits: traits.values };
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const sample of shuffle(samples, random)) {
      const seen = sample.features.filter(() => random() >= dropout);
      const errors = toErrors(rank(weights, seen, sample.candidates), sample);
      stepTraits(traits, sample.candidates, errors);
      stepFeatures(features, seen, sumByClass(sample.candidates, errors));
    }
    if (epoch < epochs - averagedEpochs) continue;
    for (const { values, mean } of [features, traits]) {
      for (let at = 0; at < mean.length; at += 1) mean[at]! += values[at]! / averagedEpochs;
    }
  }
  return { features: features.mean, steps, traits: traits.mean };
}

function toLearned(length: number, rate: number, decay: number): Learned {
  return {
    values: new Float32Array(length),
    squares: new Float32Array(length).fill(0.1),
    mean: new Float32Array(length),
    rate,
    decay,
  };
}

/** Difference of each candidate's probability from the one that it should have. */
function toErrors(probabilities: readonly number[], { right, weight }: Sample): number[] {
  const wanted = probabilities.reduce(
    (sum, probability, at) => sum + (right[at] === true ? probability : 0),
    1e-9,
  );
  return probabilities.map(
    (probability, at) => weight * (probability - (right[at] === true ? probability / wanted : 0)),
  );
}

function stepTraits(
  traits: Learned,
  candidates: readonly CandidateVector[],
  errors: readonly number[],
): void {
  const gradients = new Map<number, number>();
  for (const [at, candidate] of candidates.entries()) {
    for (const { bucket, value } of candidate.traits) {
      gradients.set(bucket, (gradients.get(bucket) ?? 0) + errors[at]! * value);
    }
  }
  for (const [bucket, gradient] of gradients) step(traits, bucket, gradient);
}

function sumByClass(
  candidates: readonly CandidateVector[],
  errors: readonly number[],
): Float64Array {
  const sums = new Float64Array(classes.length);
  for (const [at, candidate] of candidates.entries()) {
    for (const place of candidate.classes) sums[place]! += errors[at]!;
  }
  return sums;
}

function stepFeatures(learned: Learned, features: readonly Feature[], errors: Float64Array): void {
  const width = classes.length;
  for (const [at, error] of errors.entries()) {
    if (Math.abs(error) < errorMin) continue;
    for (const { bucket, value } of features) {
      step(learned, (bucket & (featureBuckets - 1)) * width + at, error * value);
    }
  }
}

function step({ values, squares, rate, decay }: Learned, at: number, error: number): void {
  const gradient = error + decay * values[at]!;
  squares[at]! += gradient * gradient;
  values[at]! -= (rate * gradient) / Math.sqrt(squares[at]!);
}

/** Mulberry32: the training must yield the same weights on every machine. */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}

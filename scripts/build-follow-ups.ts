/**
 * Learns from intent/follow-up/dialogues how certain a reading of a message in a conversation is, and writes
 * intent/follow-up/trust.json. Prints totals of each author's dialogues with weights learned from the others.
 * Deterministic: the same data give the same bytes.
 */
import { writeFileSync } from "node:fs";

import type { ParsedMessage } from "#domain/requests/intent.ts";
import { readByRules, toReading } from "#intent/follow-up/read-follow-up.ts";
import { type Author, hashDialogues, listAuthors } from "#intent/follow-up/training-dialogues.ts";
import { trustFeatures, type TrustFile, trustFileUrl, trustOf } from "#intent/follow-up/trust.ts";
import { playDialogues } from "#intent/score-dialogues.ts";

const epochs = 800;
const learningRate = 0.3;
const decay = 0.003;
/** Features of fewer readings say nothing. */
const readingsMin = 3;
const threshold = 0.8;

/** A reading that would be paid. */
interface Sample {
  readonly features: readonly string[];
  readonly isRight: boolean;
}

const authors = listAuthors().map((author) => ({ ...author, samples: samplesOf(author) }));
console.table(
  authors.flatMap(({ name, samples }) => {
    const others = authors.filter((other) => other.name !== name);
    const model = train(others.flatMap((other) => other.samples));
    return [0, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95].map((limit) => {
      const paid = samples.filter(({ features }) => trustOf(model, features) >= limit);
      const wrong = paid.filter(({ isRight }) => !isRight).length;
      return { name, limit, readings: samples.length, paid: paid.length, wrong };
    });
  }),
);
const trained = train(authors.flatMap(({ samples }) => samples));
const file: TrustFile = { trainingHash: hashDialogues(), threshold, ...trained };
writeFileSync(trustFileUrl, `${JSON.stringify(file, null, 2)}\n`);

/** Readings of messages after the first one of a dialogue, which has no relation to others. */
function samplesOf({ dialogues }: Author): Sample[] {
  const featuresOf: (readonly string[] | null)[] = [];
  const played = playDialogues(dialogues, (message, context, parse): ParsedMessage => {
    const reading = toReading(message, context, parse);
    const read = readByRules(reading);
    const isFollowUp = read.outcome === "parsed" && context.length > 0;
    featuresOf.push(isFollowUp ? trustFeatures(reading, read.intent) : null);
    return read;
  });
  return played.flatMap(({ isWronglyPaid }, index) => {
    const features = featuresOf[index];
    return features == null ? [] : [{ features, isRight: !isWronglyPaid }];
  });
}

/** Logistic regression by gradient descent over all samples. */
function train(samples: readonly Sample[]): Pick<TrustFile, "bias" | "weights"> {
  const counts = new Map<string, number>();
  for (const name of samples.flatMap(({ features }) => features)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].flatMap(([name, count]) => (count >= readingsMin ? [name] : []));
  const positions = new Map(names.toSorted().map((name, position) => [name, position]));
  const rows = samples.map(({ features, isRight }) => ({
    isRight,
    row: features.flatMap((name) => positions.get(name) ?? []),
  }));
  const weights = new Float64Array(positions.size);
  let bias = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const steps = weights.map((weight) => -decay * weight);
    let biasStep = 0;
    for (const { row, isRight } of rows) {
      const sum = row.reduce((total, position) => total + weights[position]!, bias);
      const error = ((isRight ? 1 : 0) - 1 / (1 + Math.exp(-sum))) / rows.length;
      biasStep += error;
      for (const position of row) steps[position]! += error;
    }
    bias += learningRate * biasStep;
    for (const [position, step] of steps.entries()) weights[position]! += learningRate * step;
  }
  const rounded = [...positions].map(
    ([name, position]) => [name, Number(weights[position]!.toFixed(4))] as const,
  );
  return { bias: Number(bias.toFixed(4)), weights: Object.fromEntries(rounded) };
}

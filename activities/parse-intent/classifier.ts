import { readFileSync } from "node:fs";

import { capabilities } from "#domain/capability.ts";
import type { Capability } from "#domain/capability.ts";

import { featureBuckets, toFeatures } from "./features.ts";

/**
 * What a message can be: one of the capabilities, nothing that media generation serves, or a wish
 * that does not say in which medium.
 */
export const labels = [...capabilities, "unsupported", "ambiguous"] as const;
export type Label = Capability | "unsupported" | "ambiguous";

/** The committed model: one signed byte per bucket and label, row by row, in base64. */
export interface ClassifierFile {
  readonly phrasesHash: string;
  readonly labels: readonly string[];
  readonly buckets: number;
  /** What one step of a weight stands for, per label. */
  readonly steps: readonly number[];
  readonly bias: readonly number[];
  readonly weights: string;
}

export type Classifier = (message: string) => Record<Label, number>;

export const classifierFileUrl = new URL("./classifier.json", import.meta.url);

/** Reads the committed weights. Throws when they were trained for other labels or features. */
export function loadClassifier(url: URL = classifierFileUrl): Classifier {
  const file = JSON.parse(readFileSync(url, "utf8")) as ClassifierFile;
  if (file.labels.join() !== labels.join() || file.buckets !== featureBuckets) {
    throw new Error("The intent weights do not fit this code; run `npm run build:intent`.");
  }
  return createClassifier(file);
}

/** Log-odds per label, up to a common constant. */
export function createClassifier(file: ClassifierFile): Classifier {
  const bytes = Buffer.from(file.weights, "base64");
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = labels.length;
  return (message) => {
    const sums = new Float64Array(width);
    for (const { bucket, value } of toFeatures(message)) {
      const row = bucket * width;
      for (let label = 0; label < width; label += 1) {
        sums[label]! += value * weights[row + label]!;
      }
    }
    return toScores((index) => sums[index]! * file.steps[index]! + file.bias[index]!);
  };
}

function toScores(score: (index: number) => number): Record<Label, number> {
  return Object.fromEntries(labels.map((label, index) => [label, score(index)])) as Record<
    Label,
    number
  >;
}

import { readFileSync } from "node:fs";

import { capabilities } from "#domain/requests/capability.ts";

import { featureBuckets, toFeatures } from "./features.ts";
import type { ClassifierInput } from "./features.ts";

/**
 * Classes of a sentence: one of the capabilities, a request that media generation does not serve, a request
 * without a medium, or a description, which requests nothing ("a toucan on a branch", "We moved last year").
 */
export const labels = [...capabilities, "unsupported", "ambiguous", "description"] as const;
export type Label = (typeof labels)[number];

/** The committed model. Arrays are base64, so that the file is small and has a single layout. */
export interface ClassifierFile {
  readonly trainingHash: string;
  /** Joined by spaces. */
  readonly labels: string;
  readonly buckets: number;
  /** Scale of the quantized weights: a 32-bit float per label. */
  readonly steps: string;
  /** A 32-bit float per label. */
  readonly bias: string;
  /** A signed byte per bucket and label, row by row. */
  readonly weights: string;
}

export type Classifier = (input: ClassifierInput) => Record<Label, number>;

export const classifierFileUrl = new URL("./classifier.json", import.meta.url);

/** Reads the committed weights. Throws when they were trained for other labels or features. */
export function loadClassifier(url: URL = classifierFileUrl): Classifier {
  const file = JSON.parse(readFileSync(url, "utf8")) as ClassifierFile;
  if (file.labels !== labels.join(" ") || file.buckets !== featureBuckets) {
    throw new Error("The intent weights do not fit this code; run `npm run build:intent`.");
  }
  return createClassifier(file);
}

/** Log-odds per label, up to a common constant. */
function createClassifier(file: ClassifierFile): Classifier {
  const weights = new Int8Array(decode(file.weights));
  const steps = new Float32Array(decode(file.steps));
  const bias = new Float32Array(decode(file.bias));
  const width = labels.length;
  return (input) => {
    const sums = new Float64Array(width);
    for (const { bucket, value } of toFeatures(input)) {
      const row = bucket * width;
      for (let label = 0; label < width; label += 1) {
        sums[label]! += value * weights[row + label]!;
      }
    }
    return toScores((index) => sums[index]! * steps[index]! + bias[index]!);
  };
}

/** Copies the bytes, because views of wider numbers must start at multiples of their size. */
function decode(base64: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(base64, "base64")).buffer;
}

function toScores(score: (index: number) => number): Record<Label, number> {
  return Object.fromEntries(labels.map((label, index) => [label, score(index)])) as Record<
    Label,
    number
  >;
}

import { readFileSync } from "node:fs";

import { classes, featureBuckets, type RankerWeights, traitBuckets } from "./ranker.ts";

/** The committed weights. Arrays are base64, so that the file is small. `npm run build:follow-ups` writes them. */
export interface WeightsFile {
  /** Hash of the dialogues from which they were learned. */
  readonly trainingHash: string;
  /** Joined by commas. */
  readonly classes: string;
  readonly featureBuckets: number;
  readonly traitBuckets: number;
  /** A signed byte for each bucket and class, row by row. */
  readonly features: string;
  /** A 32-bit float for each class. */
  readonly steps: string;
  /** A 32-bit float for each trait. */
  readonly traits: string;
}

export const weightsFileUrl = new URL("./weights.json", import.meta.url);

/** Reads the committed weights. Throws when they were learned for other classes or features. */
export function loadWeights(): RankerWeights & Pick<WeightsFile, "trainingHash"> {
  const file = JSON.parse(readFileSync(weightsFileUrl, "utf8")) as WeightsFile;
  const isFitting =
    file.classes === classes.join(",") &&
    file.featureBuckets === featureBuckets &&
    file.traitBuckets === traitBuckets;
  if (!isFitting) {
    throw new Error(
      "The weights of follow-ups do not fit this code; run `npm run build:follow-ups`.",
    );
  }
  return {
    trainingHash: file.trainingHash,
    features: new Int8Array(decode(file.features)),
    steps: new Float32Array(decode(file.steps)),
    traits: new Float32Array(decode(file.traits)),
  };
}

/** Scales the weights of each class to a signed byte. */
export function toWeightsFile(
  { features, steps, traits }: RankerWeights,
  { trainingHash }: Pick<WeightsFile, "trainingHash">,
): WeightsFile {
  const width = classes.length;
  const scales = Float32Array.from(steps, (step, at) => {
    let largest = 1e-9;
    for (let place = at; place < features.length; place += width) {
      largest = Math.max(largest, Math.abs(features[place]! * step));
    }
    return largest / 127;
  });
  const bytes = new Int8Array(features.length);
  for (let place = 0; place < features.length; place += 1) {
    const at = place % width;
    bytes[place] = Math.round((features[place]! * steps[at]!) / scales[at]!);
  }
  return {
    trainingHash,
    classes: classes.join(","),
    featureBuckets,
    traitBuckets,
    features: encode(bytes),
    steps: encode(scales),
    traits: encode(traits),
  };
}

function encode(values: Float32Array | Int8Array): string {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("base64");
}

/** Copies the bytes, because views of wider numbers must start at multiples of their size. */
function decode(base64: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(base64, "base64")).buffer;
}

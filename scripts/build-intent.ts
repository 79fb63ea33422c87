/**
 * Trains the embedded intent classifier from intent/phrases and intent/messages and writes
 * intent/classifier.json. Deterministic: the same data give the same bytes.
 */
import { writeFileSync } from "node:fs";

import type { InputKind } from "#domain/requests/capability.ts";
import { classifierFileUrl, labels } from "#intent/classifier.ts";
import type { ClassifierFile } from "#intent/classifier.ts";
import { readCues } from "#intent/cues.ts";
import { featureBuckets, toFeatures } from "#intent/features.ts";
import type { Feature } from "#intent/features.ts";
import { listPhraseFiles } from "#intent/phrase-files.ts";
import type { PhraseFile } from "#intent/phrase-files.ts";
import type { Case } from "#intent/score-cases.ts";
import { hashTraining, listTrainingMessages } from "#intent/training-messages.ts";

const epochs = 12;
/** The weights are the mean over the last epochs, which varies less than the last epoch alone. */
const averagedEpochs = 6;
const rounds = 2;
const learningRate = 0.35;
const decay = 2e-5;
/** Share of the features that a step does not see, so that no feature decides alone. */
const dropout = 0.4;
/** Smaller errors are not worth a step. */
const errorMin = 0.003;
/** Descriptions contain any word, so they need more samples than requests. */
const fillings = { description: 20, request: 6 } as const;

/** Descriptions of each phrase that consist of words which no phrase has. */
const strangeMax = 3;

/** A written message weighs more than a phrase with generated subjects. */
const messageWeight = 3;

/** Share of the phrases about a file that are learned with it; a caller may forget to attach it. */
const attachedShare = 0.7;

interface Sample {
  /** Labels that are right. */
  readonly targets: readonly number[];
  readonly weight: number;
  readonly features: readonly Feature[];
}

const random = createRandom(20_260);
const samples = [
  ...balance(listPhraseFiles().flatMap(({ content }) => toSamples(content))),
  ...listTrainingMessages().flatMap(toMessageSamples),
];
const { weights, bias } = trainRounds(samples);
const file = quantise(weights, bias);
writeFileSync(classifierFileUrl, `${JSON.stringify(file, null, 2)}\n`);
console.log(`${samples.length} samples, ${Math.round(file.weights.length / 1024)} KiB of weights`);

/**
 * Makes samples of a labelled message: as written, with a typing error and without its last mark. The label
 * of an image does not state whether the message requests or describes it.
 */
function toMessageSamples({ message, attachments, expected }: Case): Sample[] {
  const result = expected.unsupported ? "unsupported" : (expected.capability ?? "ambiguous");
  const accepted = new Set([result, ...expected.accept]);
  if (accepted.has("text-to-image") && attachments.length === 0) accepted.add("description");
  const targets = labels.flatMap((label, index) => (accepted.has(label) ? [index] : []));
  return [message, mistype(message), message.replace(/[.?!]+$/, "")].map((text) => ({
    targets,
    weight: messageWeight,
    features: featuresOf(text, attachments),
  }));
}

function featuresOf(text: string, attachments: readonly InputKind[]): Feature[] {
  return toFeatures({ text, cues: readCues(text), attachments });
}

/**
 * Generates samples: each phrase as written, in a polite form and with a typing error, filled with several
 * subjects.
 */
function toSamples(file: PhraseFile): Omit<Sample, "weight">[] {
  return file.groups.flatMap(({ label, phrases, attachments }) =>
    phrases.flatMap((phrase) => {
      const texts = fill(
        phrase,
        file,
        label === "description" ? fillings.description : fillings.request,
      );
      const first = texts[0] ?? phrase;
      const variants = [
        ...texts,
        ...(label === "description" ? texts.slice(0, strangeMax).map(estrange) : []),
        polite(first, file),
        mistype(first),
        first.replace(/[.?!]+$/, ""),
      ];
      return variants.map((text) => ({
        targets: [labels.indexOf(label)],
        features: featuresOf(text, random() < attachedShare ? attachments : []),
      }));
    }),
  );
}

function fill(phrase: string, file: PhraseFile, times: number): string[] {
  if (!phrase.includes("{")) return [phrase];
  const filled = Array.from({ length: times }, () => fillOnce(phrase, file));
  return [...new Set(filled)];
}

function fillOnce(phrase: string, file: PhraseFile): string {
  return phrase.replace(/\{(\w+)\}/g, (_, name: string) => {
    const words = file.words[name];
    if (!words) throw new Error(`${file.language}: no words for {${name}} in "${phrase}".`);
    return fillOnce(pick(words), file);
  });
}

function polite(text: string, file: PhraseFile): string {
  const before = pick(file.polite.before);
  const after = pick(file.polite.after);
  return random() < 0.5 ? `${before} ${text}` : `${text} ${after}`;
}

/** Shuffles the letters of longer words: a word that no request contains is more likely a description. */
function estrange(text: string): string {
  return text.replace(/[\p{L}\p{M}]{2,}/gu, (word) =>
    random() < 0.5 ? word : shuffle(Array.from(word)).join(""),
  );
}

/** Swaps, drops or doubles one letter of a longer word. */
function mistype(text: string): string {
  const letters = Array.from(text);
  const places = letters.flatMap((letter, index) =>
    /\p{Script=Latin}|\p{Script=Cyrillic}/u.test(letter) && index > 1 ? [index] : [],
  );
  if (places.length < 6) return text;
  const place = pick(places);
  const kind = Math.floor(random() * 3);
  if (kind === 0) letters.splice(place, 1);
  else if (kind === 1) letters.splice(place, 0, letters[place]!);
  else letters.splice(place - 1, 2, letters[place]!, letters[place - 1]!);
  return letters.join("");
}

/** Weights rare labels higher, so the model learns them as more than "not one of the others". */
function balance(raw: readonly Omit<Sample, "weight">[]): Sample[] {
  const counts = labels.map(
    (_, label) => raw.filter((sample) => sample.targets[0] === label).length,
  );
  const mean = raw.length / labels.length;
  return raw.map((sample) => ({
    ...sample,
    weight: Math.sqrt(mean / counts[sample.targets[0]!]!),
  }));
}

/** Means the results of several orders of the samples: one order alone decides many rare words by chance. */
function trainRounds(samples: readonly Sample[]): { weights: Float32Array; bias: Float32Array } {
  const mean = train(samples);
  for (let round = 1; round < rounds; round += 1) {
    const next = train(samples);
    mean.weights.forEach((weight, at) => {
      mean.weights[at] = (weight * round + next.weights[at]!) / (round + 1);
    });
    mean.bias.forEach((bias, at) => {
      mean.bias[at] = (bias * round + next.bias[at]!) / (round + 1);
    });
  }
  return mean;
}

/** Multinomial logistic regression by stochastic gradient descent with per-weight rates (Adagrad). */
function train(samples: readonly Sample[]): { weights: Float32Array; bias: Float32Array } {
  const width = labels.length;
  const weights = new Float32Array(featureBuckets * width);
  const squares = new Float32Array(featureBuckets * width).fill(0.1);
  const bias = new Float32Array(width);
  const mean = { weights: new Float32Array(weights.length), bias: new Float32Array(width) };
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const { targets, weight, features: all } of shuffle(samples)) {
      const features = all.filter(() => random() >= dropout);
      const errors = predict(weights, bias, features);
      const wanted = targets.reduce((sum, target) => sum + errors[target]!, 1e-9);
      for (const target of targets) errors[target]! -= errors[target]! / wanted;
      for (let index = 0; index < width; index += 1) {
        const error = errors[index]! * weight;
        if (Math.abs(error) < errorMin) continue;
        bias[index]! -= 0.01 * error;
        for (const { bucket, value } of features) {
          const at = bucket * width + index;
          const gradient = error * value + decay * weights[at]!;
          squares[at]! += gradient * gradient;
          weights[at]! -= (learningRate * gradient) / Math.sqrt(squares[at]!);
        }
      }
    }
    if (epoch >= epochs - averagedEpochs) {
      addTo(mean.weights, weights, 1 / averagedEpochs);
      addTo(mean.bias, bias, 1 / averagedEpochs);
    }
  }
  return mean;
}

function addTo(sum: Float32Array, values: Float32Array, share: number): void {
  for (let at = 0; at < sum.length; at += 1) sum[at]! += values[at]! * share;
}

function predict(
  weights: Float32Array,
  bias: Float32Array,
  features: readonly Feature[],
): Float64Array {
  const width = labels.length;
  const scores = Float64Array.from(bias);
  for (const { bucket, value } of features) {
    for (let index = 0; index < width; index += 1) {
      scores[index]! += value * weights[bucket * width + index]!;
    }
  }
  const largest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - largest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function quantise(weights: Float32Array, bias: Float32Array): ClassifierFile {
  const width = labels.length;
  const steps = Float32Array.from(labels, (_, label) => {
    let largest = 0;
    for (let at = label; at < weights.length; at += width) {
      largest = Math.max(largest, Math.abs(weights[at]!));
    }
    return largest / 127;
  });
  const bytes = Int8Array.from(weights, (weight, at) => Math.round(weight / steps[at % width]!));
  return {
    trainingHash: hashTraining(),
    labels: labels.join(" "),
    buckets: featureBuckets,
    steps: encode(steps),
    bias: encode(bias),
    weights: encode(bytes),
  };
}

function encode(values: Float32Array | Int8Array): string {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("base64");
}

/** Mulberry32: the training must yield the same weights on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!;
}

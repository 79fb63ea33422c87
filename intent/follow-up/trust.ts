import { readFileSync } from "node:fs";

import { type Context, listGroups } from "#domain/conversations/context.ts";
import type { Intent, MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";
import type { EmbeddedParser } from "#intent/embedded-parser.ts";

import { type Signs, unknownWords } from "./read-signs.ts";

/** A message, its relation to earlier ones, and the message as if there were none. */
export interface Reading {
  readonly message: MessageToParse;
  readonly context: Context;
  readonly signs: Signs;
  readonly plain: ParsedMessage;
  readonly parse: EmbeddedParser;
}

/** The committed weights, by the name of the feature. `npm run build:follow-ups` writes them. */
export interface TrustFile {
  readonly trainingHash: string;
  /** Readings below this probability lead to a question. */
  readonly threshold: number;
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

export const trustFileUrl = new URL("./trust.json", import.meta.url);

const file = JSON.parse(readFileSync(trustFileUrl, "utf8")) as TrustFile;

/**
 * Reports whether a reading is certain enough for a paid request. The probability that it is right was learned from
 * dialogues whose authors knew nothing of the rules.
 */
export function isTrusted(reading: Reading, intent: Intent): boolean {
  return trustOf(file, trustFeatures(reading, intent)) >= file.threshold;
}

export function trustOf(
  { bias, weights }: Pick<TrustFile, "bias" | "weights">,
  features: readonly string[],
): number {
  const sum = features.reduce((total, name) => total + (weights[name] ?? 0), bias);
  return 1 / (1 + Math.exp(-sum));
}

const steps = [1, 2, 4, 7, 12] as const;
const confidenceSteps = [0.5, 0.7, 0.8, 0.9, 0.95, 0.99] as const;

/** Features of a reading, none of which depends on the language or on particular words. */
export function trustFeatures(
  { message, context, signs, plain }: Reading,
  intent: Intent,
): string[] {
  const { act = "new", refersTo = [] } = intent.understood ?? {};
  const [newest] = listGroups(context);
  const words = unknownWords(signs, { start: 0, end: signs.text.length }, []).length;
  const named = Object.entries(signs.has).flatMap(([sign, isNamed]) => (isNamed ? [sign] : []));
  const features = [
    ...named,
    ...[...signs.media].map((medium) => `names ${medium}`),
    ...(signs.media.size === 0 ? ["names no medium"] : []),
    ...(signs.ordinals.length > 0 ? ["ordinal"] : []),
    ...(signs.adjustments.length > 0 ? ["adjustment"] : []),
    ...(signs.kept.length > 0 ? ["kept thing"] : []),
    ...(signs.counts.length > 0 ? ["number"] : []),
    ...(signs.quotes.length > 0 ? ["quote"] : []),
    ...steps.filter((step) => words >= step).map((step) => `words ${step}`),
    ...(signs.clauses.length > 1 ? ["clauses"] : []),
    ...(message.attachments.length > 0 ? ["attachment"] : []),
    ...plainFeatures(plain, intent),
    ...confidenceSteps
      .filter((step) => intent.confidence >= step)
      .map((step) => `confidence ${step}`),
    `newest ${newest?.files[0]?.medium ?? "none"}`,
    ...((newest?.files.length ?? 0) > 1 ? ["several results"] : []),
    ...(context[0]?.question === undefined ? [] : ["asked"]),
    ...(refersTo.length > 1 ? ["several files"] : []),
    ...(isNewest(refersTo, newest?.files) ? ["newest file"] : []),
    `capability ${intent.capability}`,
  ];
  return [`act ${act}`, ...features, ...features.map((name) => `${act}: ${name}`)];
}

function plainFeatures(plain: ParsedMessage, { capability }: Intent): string[] {
  if (plain.outcome === "unsupported") return ["alone unsupported"];
  const { intent } = plain;
  return [
    `alone ${plain.outcome}`,
    ...(intent.capability === capability ? ["alone the same"] : []),
    ...(plain.outcome === "parsed" && intent.assumptions.length > 0 ? ["description"] : []),
    ...confidenceSteps.filter((step) => intent.confidence >= step).map((step) => `alone ${step}`),
  ];
}

function isNewest(
  refersTo: readonly { readonly ordinal: number }[],
  files: readonly { readonly reference: unknown }[] = [],
): boolean {
  return refersTo.some((reference) =>
    files.some((each) => JSON.stringify(each.reference) === JSON.stringify(reference)),
  );
}

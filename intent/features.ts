import type { InputKind } from "#domain/requests/capability.ts";

import type { Cues } from "./cues.ts";
import { findColon, fold, listQuotes } from "./text/normalize.ts";

/** Buckets of the hashed feature space. A power of two, so that a mask replaces a division. */
export const featureBuckets = 2 ** 16;

/** Number of characters that give features: a request is stated at the beginning or the end of a message. */
const headCharactersMax = 400;
const tailCharactersMax = 160;

export interface Feature {
  readonly bucket: number;
  readonly value: number;
}

/** A sentence with what the grammar has found in it, and the files of its message. */
export interface ClassifierInput {
  readonly text: string;
  readonly cues: Pick<Cues, "signs" | "concepts">;
  readonly attachments: readonly InputKind[];
}

/**
 * Extracts features of a message: words, word pairs, the first and the last words, character n-grams inside
 * words, and cues. Quoted text and text after a colon is the subject of the request, not the request itself.
 * Quotes are therefore replaced by a mark, and words after a colon count in a separate name space.
 */
export function toFeatures({ text, cues, attachments }: ClassifierInput): Feature[] {
  const { head, tail } = splitRequest(text);
  const words = listWords(head);
  const groups = [wordFeatures(words), edgeFeatures(words), characterFeatures(words)];
  if (tail !== "") groups.push(listWords(tail).map((word) => `t:${word}`));

  groups.push(cueFeatures(cues, attachments));
  const values = new Map<number, number>();
  for (const group of groups) {
    const buckets = new Set(group.map(hashFeature));
    const value = 1 / Math.sqrt(buckets.size);
    for (const bucket of buckets) values.set(bucket, (values.get(bucket) ?? 0) + value);
  }
  return [...values].map(([bucket, value]) => ({ bucket, value }));
}

interface Request {
  readonly head: string;
  readonly tail: string;
}

function splitRequest(message: string): Request {
  const withoutQuotes = replaceQuotes(message.slice(0, 4 * headCharactersMax));
  const colon = findColon(withoutQuotes);
  if (colon < 0) return { head: clip(withoutQuotes), tail: "" };
  return {
    head: clip(`${withoutQuotes.slice(0, colon)} ⟨colon⟩`),
    tail: clip(withoutQuotes.slice(colon + 1)),
  };
}

function replaceQuotes(text: string): string {
  let result = "";
  let position = 0;
  for (const quote of listQuotes(text)) {
    result += `${text.slice(position, quote.start)} ⟨quote⟩ `;
    position = quote.end;
  }
  return result + text.slice(position);
}

function clip(text: string): string {
  if (text.length <= headCharactersMax + tailCharactersMax) return text;
  return `${text.slice(0, headCharactersMax)} ${text.slice(-tailCharactersMax)}`;
}

/** Lists words, with numbers reduced to their kind: "1024x768" and "16:9" become "size" and "ratio". */
function listWords(text: string): string[] {
  const reduced = fold(text)
    .replace(/\d+ ?[x×] ?\d+/g, "⟨size⟩")
    .replace(/\d+:\d+/g, "⟨ratio⟩")
    .replace(/\d+(?:[.,]\d+)?(?![\d\p{Script=Latin}])/gu, "⟨number⟩");
  return reduced.match(/⟨\p{L}+⟩|[\p{L}\p{M}\p{N}']+|[?!¿？]/gu) ?? [];
}

function wordFeatures(words: readonly string[]): string[] {
  const features = words.map((word) => `w:${word}`);
  for (let index = 1; index < words.length; index += 1) {
    features.push(`p:${words[index - 1]} ${words[index]}`);
  }
  return features;
}

/** In most languages the first words contain the request, in Japanese, Korean and Hindi the last ones. */
function edgeFeatures(words: readonly string[]): string[] {
  const features = words.slice(0, 5).map((word) => `f:${word}`);
  features.push(`s:${words.slice(0, 2).join(" ")}`);
  for (const word of words.slice(-3)) features.push(`l:${word}`);
  features.push(words.length < 4 ? "short" : "long");
  const first = words[0] ?? "";
  if (isUnspaced(first)) features.push(`u:${first.slice(0, 1)}`, `u:${first.slice(0, 2)}`);
  const last = words.at(-1) ?? "";
  if (isUnspaced(last)) features.push(`v:${last.slice(-2)}`, `v:${last.slice(-4)}`);
  return features;
}

function characterFeatures(words: readonly string[]): string[] {
  const features: string[] = [];
  for (const word of words) {
    if (word.startsWith("⟨")) continue;
    const shortest = isUnspaced(word) ? 1 : 3;
    const text = isUnspaced(word) ? word : `_${word}_`;
    for (let length = shortest; length <= shortest + 2; length += 1) {
      for (let start = 0; start + length <= text.length; start += 1) {
        features.push(`c:${text.slice(start, start + length)}`);
      }
    }
  }
  return features;
}

/** Pairs of concepts grow with the square of their number. */
const pairedConceptsMax = 14;

/**
 * Signs, concepts and pairs of concepts, alone and with the kinds of the attachments: "remove" and "noise"
 * have another meaning for a recording than for an image.
 */
function cueFeatures(
  { signs, concepts }: ClassifierInput["cues"],
  attachments: readonly InputKind[],
): string[] {
  const kinds = [...new Set(attachments)].toSorted().join("+") || "none";
  const paired = concepts.slice(0, pairedConceptsMax);
  const cues = [
    ...signs,
    ...concepts.map((concept) => `k:${concept}`),
    ...paired.flatMap((left, at) => paired.slice(at + 1).map((right) => `k:${left}+${right}`)),
  ];
  return [
    `a:${kinds}`,
    ...cues.map((cue) => `g:${cue}`),
    ...cues.map((cue) => `a:${kinds} ${cue}`),
  ];
}

/** Scripts without spaces between words, or with particles joined to the word. */
function isUnspaced(word: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(word);
}

/** FNV-1a over UTF-16 code units. */
export function hashFeature(feature: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < feature.length; index += 1) {
    hash = Math.imul(hash ^ feature.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 15;
  return hash & (featureBuckets - 1);
}

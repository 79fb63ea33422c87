import { isAlphabetic, isDigits } from "./python-pattern.ts";

/** Tables of the tagger, as published, with Penn Treebank tags. */
export interface TaggerModel {
  readonly tags: readonly string[];
  /** Words that nearly always have the same tag. */
  readonly tagdict: Readonly<Record<string, string>>;
  readonly vocab: readonly string[];
  readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export type Tagger = (words: readonly string[]) => string[];

const before = ["-START2-", "-START-"] as const;
const after = ["-END-", "-END2-"] as const;

/** Creates a tagger: an averaged perceptron over words, their shapes and the preceding tags. */
export function createTagger(model: TaggerModel): Tagger {
  const tagOfWord = new Map(Object.entries(model.tagdict));
  const weights = new Map(
    Object.entries(model.weights).map(([feature, row]) => [feature, Object.entries(row)] as const),
  );
  const vocabulary = new Set(model.vocab);

  function predict(features: readonly string[]): string {
    const scores = new Map<string, number>();
    for (const feature of features) {
      for (const [tag, weight] of weights.get(feature) ?? []) {
        scores.set(tag, (scores.get(tag) ?? 0) + weight);
      }
    }
    if (scores.size === 0) return "NN";
    return model.tags.reduce((best, tag) => {
      const [score, bestScore] = [scores.get(tag) ?? 0, scores.get(best) ?? 0];
      return score > bestScore || (score === bestScore && tag > best) ? tag : best;
    });
  }

  return (words) => {
    const known = words.map((word) => {
      const normal = normalForm(word);
      return vocabulary.has(normal) ? normal : `<${shapeOf(word)}>`;
    });
    const window = [...before, ...known, ...after];
    let previous: string = before[1];
    let previous2: string = before[0];
    return words.map((word, index) => {
      const tag =
        tagOfWord.get(word) ?? predict(featuresOf(index, word, window, previous, previous2));
      previous2 = previous;
      previous = tag;
      return tag;
    });
  };
}

/** Lists the features of a word. `window` contains all words, with two padding entries at each end. */
function featuresOf(
  index: number,
  word: string,
  window: readonly string[],
  previous: string,
  previous2: string,
): string[] {
  const at = (offset: number) => window[index + 2 + offset] ?? "";
  const characters = Array.from(word);
  return [
    "b",
    `s3=${characters.slice(-3).join("")}`,
    `p1=${characters[0] ?? ""}`,
    `w=${at(0)}`,
    `sh=${shapeOf(word)}`,
    index === 0 ? "i0" : "i+",
    `t-1=${previous}`,
    `t-2=${previous2}`,
    `t-12=${previous},${previous2}`,
    `w-1=${at(-1)}`,
    `s3-1=${at(-1).slice(-3)}`,
    `w-2=${at(-2)}`,
    `w+1=${at(1)}`,
    `s3+1=${at(1).slice(-3)}`,
    `w+2=${at(2)}`,
  ];
}

function normalForm(word: string): string {
  if (word.includes("-") && !word.startsWith("-")) return "!HYPHEN";
  if (isDigits(word) && word.length === 4) return "!YEAR";
  if (isDigits(word.slice(0, 1))) return "!DIGITS";
  return word.toLowerCase();
}

function shapeOf(word: string): string {
  if (isAlphabetic(word)) {
    if (isLower(word)) return "x";
    if (isUpper(word)) return Array.from(word).length > 1 ? "XX" : "X1";
    const [first = "", ...rest] = word;
    return isUpper(first) && isLower(rest.join("")) ? "Xx" : "xX";
  }
  if (isDigits(word)) return "d";
  return Array.from(word)
    .slice(0, 4)
    .map((character) => {
      if (isDigits(character)) return "d";
      return isAlphabetic(character) ? "x" : character;
    })
    .join("");
}

function isLower(word: string): boolean {
  return word === word.toLowerCase() && word !== word.toUpperCase();
}

function isUpper(word: string): boolean {
  return word === word.toUpperCase() && word !== word.toLowerCase();
}

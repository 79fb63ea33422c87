import type { Turn } from "#domain/conversations/context.ts";
import { foldInPlace } from "#intent/text/normalize.ts";

import { unknownWords } from "./read-signs.ts";

/** Pairs of characters stand for words in languages without spaces between them. */
function splitUnspaced(word: string): string[] {
  const runs = word.match(/[\p{Script=Han}\p{Script=Katakana}ー]{2,}|[\p{Script=Hangul}]{2,}/gu);
  if (runs === null) return /\p{Script=Hiragana}/u.test(word) ? [] : [word];
  return runs.flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2)),
  );
}

/** Leading characters of a text whose words are compared, and the number of these words. */
const charactersMax = 600;
const wordsMax = 60;

/** Lists the words of a text that say what it is about. */
export function contentWords(text: string): string[] {
  const folded = foldInPlace(text.slice(0, charactersMax));
  const whole = { start: 0, end: folded.length };
  const words = unknownWords({ text: folded }, whole, []).flatMap(splitUnspaced);
  return [...new Set(words)].slice(0, wordsMax);
}

/**
 * Lists the parts of a message that describe its results one by one: "one on the beach, one in the metro". Empty when
 * the number of parts differs from the number of results.
 */
export function listParts(text: string, count: number): string[] {
  if (count < 2) return [];
  const sentences = foldInPlace(text.slice(0, charactersMax)).split(/[.!?。！？]\s*/u);
  const lists = sentences.flatMap((sentence) => [sentence.split(/[:：]/u).at(-1) ?? "", sentence]);
  for (const list of lists) {
    const parts = list
      .split(/[,;，、،]|\s(?:and|und|y|e|et|i|и|та|en|ve|dan|và|و|और)\s/u)
      .filter((part) => /\p{L}/u.test(part));
    if (parts.length === count) return parts;
    if (parts.length === count + 1) return parts.slice(1);
  }
  return [];
}

const wordsByTurn = new WeakMap<Turn, readonly string[]>();

/** Words of an earlier message, which is compared several times. */
export function wordsOfTurn(turn: Turn): readonly string[] {
  const known = wordsByTurn.get(turn);
  if (known !== undefined) return known;
  const words = contentWords(turn.text);
  wordsByTurn.set(turn, words);
  return words;
}

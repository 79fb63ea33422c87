import { foldInPlace } from "#intent/text/normalize.ts";

/** Finds a literal that does not begin or end within a word. -1 without one. */
export function findLiteral(text: string, literal: string, start: number): number {
  let found = text.indexOf(literal, start);
  while (found >= 0 && !isAt(text, literal, found)) found = text.indexOf(literal, found + 1);
  return found;
}

/** Reports whether a literal stands at a position and does not begin or end within a word. */
export function isAt(text: string, literal: string, position: number): boolean {
  if (!text.startsWith(literal, position)) return false;
  const end = position + literal.length;
  return !isWithinWord(text[position - 1], literal[0]) && !isWithinWord(literal.at(-1), text[end]);
}

/** Scripts that write words, or words and particles, without spaces between them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function isWithinWord(left = " ", right = " "): boolean {
  const isLetter = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character);
  return isLetter(left) && isLetter(right) && !unspaced.test(left) && !unspaced.test(right);
}

/** Folds words for a comparison. Longer ones come first, so that "make me" is not read as "make". */
export function foldWords(words: readonly string[]): string[] {
  return words
    .map((word) => foldInPlace(word.normalize("NFC")))
    .toSorted((left, right) => right.length - left.length);
}

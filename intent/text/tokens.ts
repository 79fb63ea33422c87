import { foldInPlace } from "./normalize.ts";
import type { Span } from "./normalize.ts";

/** Replaces a parameter that was cut out. */
export const gap = "\uE001";

export interface Token extends Span {
  readonly word: string;
}

/** Splits a text into words, gaps and single other characters, with the folded form of each word. */
export function tokenize(text: string): Token[] {
  const folded = foldInPlace(text);
  return [
    ...folded.matchAll(
      /\uE001|(?<![\p{L}\p{N}])[dl]['’](?=\p{L})|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’+-]*|[^\s]/gu,
    ),
  ].map((match) => ({
    word: match[0].replaceAll("’", "'"),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export function isWord(token: Pick<Token, "word">): boolean {
  return /[\p{L}\p{N}]/u.test(token.word);
}

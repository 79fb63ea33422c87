import { foldInPlace, trimEndOf } from "#intent/text/normalize.ts";

import { findLiteral, foldWords, isAt } from "./literals.ts";

/** Words before and after a request, such as "please make a". */
interface Courtesies {
  readonly lead: readonly string[];
  readonly trail: readonly string[];
}

/** Courtesies as the matcher compares them. */
export type FoldedCourtesies = Courtesies;

type Token = { readonly slot: string } | { readonly literal: string };

/** A phrase as its literals and slots, without courtesies. */
export type Phrase = readonly Token[];

export function toPhrase(phrase: string, courtesies: FoldedCourtesies): Phrase {
  return withoutCourtesies(phrase.normalize("NFC"), courtesies)
    .text.split(/(\{[^{}]*\})/)
    .flatMap((part): Token[] => {
      if (part.startsWith("{")) return [{ slot: part.slice(1, -1) }];
      const literal = tidy(foldInPlace(part));
      return literal === "" ? [] : [{ literal }];
    });
}

/** A text, and the same with its characters folded. */
export interface FoldedText {
  readonly text: string;
  readonly folded: string;
}

/**
 * Returns the texts of a phrase's slots when the whole message is the phrase, else null. Takes linear time: each literal
 * is searched once, after the one before it.
 */
export function matchPhrase(
  phrase: Phrase,
  { text, folded }: FoldedText,
): Readonly<Record<string, string>> | null {
  const slots: Record<string, string> = {};
  let position = 0;
  let open: string | null = null;
  for (const token of phrase) {
    if ("slot" in token) {
      if (open !== null) return null;
      open = token.slot;
      continue;
    }
    const { literal } = token;
    const found = placeOf(literal, folded, { position, isAnywhere: open !== null });
    if (found < 0) return null;
    if (open !== null) slots[open] = clean(text.slice(position, found));
    open = null;
    position = found + literal.length;
  }
  if (open !== null) slots[open] = clean(text.slice(position));
  else if (/[\p{L}\p{N}]/u.test(text.slice(position))) return null;
  return slots;
}

/** A literal after a slot may stand anywhere; any other one stands right after what precedes it. */
function placeOf(
  literal: string,
  folded: string,
  { position, isAnywhere }: { position: number; isAnywhere: boolean },
): number {
  const start = skipSpaces(folded, position);
  if (isAnywhere) return findLiteral(folded, literal, start + 1);
  return isAt(folded, literal, start) ? start : -1;
}

function skipSpaces(text: string, position: number): number {
  let start = position;
  while (text[start] === " ") start += 1;
  return start;
}

export function tidy(text: string): string {
  return text
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/ (?=[,.!?;:])/g, "")
    .trim();
}

/** Quotes and punctuation around a value. */
function clean(value: string): string {
  return trimEndOf(value.replace(/^["“”„«»'‘’「『:,\s]+/u, ""), /["“”„«»'‘’」』:,.!\s]/u);
}

const courtesiesMax = 6;

/** Removes what stands before and after a request. */
export function withoutCourtesies(message: string, { lead, trail }: FoldedCourtesies): FoldedText {
  let text = trimEndOf(tidy(message), /[.!?。！？\s]/u);
  let folded = foldInPlace(text);
  const keep = (start: number, end: number): void => {
    text = text.slice(start, end);
    folded = folded.slice(start, end);
  };
  for (let count = 0; count < courtesiesMax; count += 1) {
    const first = lead.find((word) => isAt(folded, word, 0));
    if (first === undefined) break;
    const rest = folded.slice(first.length);
    keep(folded.length - rest.replace(/^[\s,]+/u, "").length, folded.length);
  }
  for (let count = 0; count < courtesiesMax; count += 1) {
    const last = trail.find(
      (word) => folded.endsWith(word) && isAt(folded, word, folded.length - word.length),
    );
    if (last === undefined) break;
    keep(0, trimEndOf(folded.slice(0, -last.length), /[\s,]/u).length);
  }
  return { text, folded };
}

export function foldCourtesies({ lead, trail }: Courtesies): FoldedCourtesies {
  return { lead: foldWords(lead), trail: foldWords(trail) };
}

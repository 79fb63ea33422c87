import {
  foldInPlace,
  listQuotes,
  type Quote,
  type Span,
  trimEndOf,
} from "#intent/text/normalize.ts";

import { foldWords, isAt } from "./literals.ts";
import { phraseLanguages } from "./phrase-file.ts";

const introductions = foldWords(phraseLanguages.flatMap(({ beforeText }) => beforeText));
const followers = foldWords(phraseLanguages.flatMap(({ afterText }) => afterText));

/** A message without the text that it introduces. */
export interface WithoutText {
  readonly rest: string;
  /** Text to be spoken. */
  readonly text: string;
}

/**
 * Finds the text that words such as "saying" introduce, when it is in quotes or follows a colon: to the end of the quotes,
 * else to the end of the message. Null without one.
 */
export function findIntroducedText(given: string): WithoutText | null {
  const message = given.normalize("NFC");
  const folded = foldInPlace(message);
  const quotes = listQuotes(message);
  return findQuoted(message, folded, quotes) ?? findAfterColon(message, folded, quotes);
}

/** `saying "…"`, `「…」という`. */
function findQuoted(message: string, folded: string, quotes: readonly Quote[]): WithoutText | null {
  for (const { start, end, text } of quotes) {
    const introduction = findIntroduction(folded, start);
    if (introduction !== null) return without(message, { start: introduction, end }, text);
    const next = end + (/^[\s,]*/u.exec(folded.slice(end))?.[0].length ?? 0);
    const follower = followers.find((each) => isAt(folded, each, next));
    if (follower !== undefined) {
      return without(message, { start, end: next + follower.length }, text);
    }
  }
  return null;
}

/** `saying: …`. */
function findAfterColon(
  message: string,
  folded: string,
  quotes: readonly Quote[],
): WithoutText | null {
  for (const { index } of folded.matchAll(/[:：](?!\/\/)/gu)) {
    const introduction = findIntroduction(folded, index);
    if (introduction === null || quotes.some(({ start, end }) => index > start && index < end)) {
      continue;
    }
    const span = { start: introduction, end: message.length };
    return without(message, span, message.slice(index + 1));
  }
  return null;
}

/** Characters before a text in which the words that introduce it end. */
const introductionCharactersMax = 60;

/** Position of the words that introduce the text at a position. Null without any. */
function findIntroduction(folded: string, position: number): number | null {
  const first = Math.max(0, position - introductionCharactersMax);
  const before = folded.slice(first, position).replace(/[\s,:：]+$/u, "");
  const word = introductions.find(
    (each) => before.endsWith(each) && isAt(before, each, before.length - each.length),
  );
  return word === undefined ? null : first + before.length - word.length;
}

function without(message: string, { start, end }: Span, text: string): WithoutText | null {
  const rest = `${trimEndOf(message.slice(0, start), /[\s,;]/u)} ${message.slice(end)}`.trim();
  const spoken = text.trim();
  return rest === "" || !/[\p{L}\p{N}]/u.test(spoken) ? null : { rest, text: spoken };
}

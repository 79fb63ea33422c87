import { listQuotes } from "./normalize.ts";

/** Further sentences stay part of the last one. */
const sentencesMax = 60;

const end = /(?:[.!?…](?=\s)|[。！？\n])+\s*/gu;
/** Dots after these do not end a sentence. */
const abbreviation =
  /(?:^|\s)(?:\p{L}|dr|mr|mrs|ms|st|no|vs|etc|e\.g|i\.e|bzw|z\.b|ca|nr|sr|sra|p\.ej|т\.д)\.$/iu;

/** Splits a message into its sentences. Quoted text is part of the sentence around it, and so is code. */
export function splitSentences(text: string): string[] {
  if (text.includes("```")) return [text];
  const quotes = listQuotes(text);
  const sentences: string[] = [];
  let start = 0;
  let quote = 0;
  for (const match of text.matchAll(end)) {
    const mark = match.index;
    while (quotes[quote] && quotes[quote]!.end <= mark) quote += 1;
    if (quotes[quote] && quotes[quote]!.start < mark) continue;
    if (abbreviation.test(text.slice(Math.max(start, mark - 6), mark + 1))) continue;
    if (sentences.length >= sentencesMax) break;
    sentences.push(text.slice(start, mark + match[0].length));
    start = mark + match[0].length;
  }
  if (start < text.length) sentences.push(text.slice(start));
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

import { alignTokens, type HeadAttention } from "./align-words.ts";
import { hasSpaces } from "./languages.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface Word {
  /** With its punctuation, and with the space before it where the language has spaces. */
  readonly text: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Probability of the word's tokens, from 0 to 1. */
  readonly confidence: number;
}

export interface DecodedText {
  readonly tokens: readonly number[];
  /** Natural logarithms of the tokens' probabilities. */
  readonly logProbabilities: readonly number[];
  /** False if the network did not come to an end. */
  readonly isEnded: boolean;
}

/**
 * Builds the words of a piece with their times. `heads` has the attention of each token and of the end
 * of the text.
 */
export function toWords(
  { tokens, logProbabilities }: Pick<DecodedText, "tokens" | "logProbabilities">,
  heads: readonly HeadAttention[],
  { vocabulary, language }: { vocabulary: Vocabulary; language: string },
): Word[] {
  const starts = alignTokens(heads);
  const words: Word[] = [];
  for (const { text, from, to } of groupTokens(tokens, vocabulary, hasSpaces(language))) {
    const probabilities = logProbabilities.slice(from, to);
    const mean = probabilities.reduce((sum, value) => sum + value, 0) / (to - from);
    words.push({
      text,
      startSeconds: starts[from] ?? 0,
      endSeconds: starts[to] ?? 0,
      confidence: Math.exp(mean),
    });
  }
  return limitLengths(words);
}

interface TokenGroup {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Groups tokens to words. Punctuation belongs to the word that it follows or opens. */
function groupTokens(
  tokens: readonly number[],
  vocabulary: Vocabulary,
  isSpaced: boolean,
): TokenGroup[] {
  const groups: TokenGroup[] = [];
  let from = 0;
  for (let to = 1; to <= tokens.length; to += 1) {
    const text = vocabulary.decode(tokens.slice(from, to));
    // A token may end within a character.
    if (text.endsWith("\uFFFD") && to < tokens.length) continue;
    const last = groups.at(-1);
    if (last && isContinuation(text, last.text, isSpaced)) {
      groups[groups.length - 1] = { text: last.text + text, from: last.from, to };
    } else {
      groups.push({ text, from, to });
    }
    from = to;
  }
  return groups.filter(({ text }) => text.trim() !== "");
}

/** Punctuation that belongs to the word after it. */
const opensWord = /^\s*["'“‘([{¿¡«]$/u;

function isContinuation(text: string, before: string, isSpaced: boolean): boolean {
  if (/^\p{Punctuation}+$/u.test(text)) return !opensWord.test(text);
  if (opensWord.test(before)) return true;
  return isSpaced && !text.startsWith(" ");
}

const longestFactor = 2;

/**
 * Limits words around a pause, which the alignment gives to the word before or after it, to twice the
 * median length.
 */
function limitLengths(words: readonly Word[]): Word[] {
  const lengths = words
    .map((word) => word.endSeconds - word.startSeconds)
    .toSorted((a, b) => a - b);
  const median = Math.min(0.7, Math.max(0.2, lengths[Math.floor(lengths.length / 2)] ?? 0));
  const longest = longestFactor * median;
  return words.map((word, index) => {
    const { startSeconds, endSeconds } = word;
    if (endSeconds - startSeconds <= longest) return word;
    const beginsSentence = index === 0 || endsSentence(words[index - 1]?.text ?? "");
    return beginsSentence
      ? { ...word, startSeconds: endSeconds - longest }
      : { ...word, endSeconds: startSeconds + longest };
  });
}

export function endsSentence(text: string): boolean {
  return /[.!?…。！？]["'”’)\]]*$/u.test(text);
}

import type { GenerationParameters } from "#domain/requests/intent.ts";
import type { Span } from "#intent/normalize.ts";

/** What the recognisers have found so far. */
export interface SlotDraft {
  /**
   * The message, folded in place, with quoted and spoken text blanked; what was cut out is blanked
   * too, so that "1920x1080" is not read again as "1080p".
   */
  text: string;
  readonly parameters: GenerationParameters;
  /** Parts of the message that said a parameter and are no part of the subject. */
  readonly cuts: Span[];
  /** Where a style is named, cut out or not. */
  readonly styles: Span[];
  requestedModel?: string;
  requestedProvider?: string;
}

export type SlotReader = (draft: SlotDraft) => void;

/** A private character in which no pattern matches. */
export const blankCharacter = "\uE000";

/** Marks a match as said and done. */
export function cut(draft: SlotDraft, match: RegExpMatchArray): void {
  const start = match.index ?? 0;
  cutSpan(draft, { start, end: start + match[0].length });
}

export function cutSpan(draft: SlotDraft, span: Span): void {
  draft.cuts.push(span);
  draft.text =
    draft.text.slice(0, span.start) +
    blankCharacter.repeat(span.end - span.start) +
    draft.text.slice(span.end);
}

/**
 * Letters and vowel signs of the scripts that the grammar knows. `\p{L}` means the same here, but
 * each use of it compiles to hundreds of ranges, and the first message would wait for all of them.
 */
const letterRanges =
  "a-z\\u00c0-\\u02af\\u0370-\\u0605\\u0620-\\u0669\\u066e-\\u0963\\u0970-\\u1fff\\u3041-\\u30fa\\u30fc-\\ud7af\\uf900-\\ufdff";

/** A global pattern for folded text, with `\p{L}` and `\p{N}` in their quick form. */
export function toPattern(source: string): RegExp {
  const quick = source
    .normalize("NFC")
    .replaceAll(String.raw`[\p{L}`, `[${letterRanges}`)
    .replaceAll(String.raw`\p{L}`, `[${letterRanges}]`)
    .replaceAll(String.raw`\p{N}`, "0-9");
  return new RegExp(quick, "gu");
}

/**
 * A regular expression from two sources: `spaced` must not touch other letters or digits,
 * `unspaced` is for scripts without spaces between words.
 */
export function either(spaced: string, unspaced?: string): RegExp {
  const bounded = String.raw`(?<![\p{L}\p{N}])(?:${spaced})(?![\p{L}\p{N}])`;
  return toPattern(unspaced === undefined ? bounded : `${bounded}|(?:${unspaced})`);
}

export function findFirst(draft: SlotDraft, pattern: RegExp): RegExpMatchArray | undefined {
  return draft.text.matchAll(pattern).next().value ?? undefined;
}

/** The first of several patterns that matches decides; every match of it is cut out. */
export function chooseFirst<Value>(
  draft: SlotDraft,
  choices: readonly (readonly [Value, RegExp])[],
): Value | undefined {
  for (const [value, pattern] of choices) {
    const matches = [...draft.text.matchAll(pattern)];
    if (matches.length === 0) continue;
    for (const match of matches) cut(draft, match);
    return value;
  }
  return undefined;
}

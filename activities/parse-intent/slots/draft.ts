import type { Span } from "#activities/parse-intent/normalize.ts";
import type { GenerationParameters } from "#domain/intent.ts";

/** What the recognisers have found so far. */
export interface SlotDraft {
  /** The message, folded in place, with quoted and spoken text blanked. */
  readonly text: string;
  readonly parameters: GenerationParameters;
  /** Parts of the message that said a parameter and are no part of the subject. */
  readonly cuts: Span[];
  requestedModel?: string;
  requestedProvider?: string;
}

export type SlotReader = (draft: SlotDraft) => void;

/** Marks a match as said and done. */
export function cut(draft: SlotDraft, match: RegExpMatchArray): void {
  const start = match.index ?? 0;
  draft.cuts.push({ start, end: start + match[0].length });
}

/**
 * A regular expression from two sources: `spaced` must not touch other letters or digits,
 * `unspaced` is for scripts without spaces between words.
 */
export function either(spaced: string, unspaced?: string): RegExp {
  const bounded = String.raw`(?<![\p{L}\p{N}])(?:${spaced})(?![\p{L}\p{N}])`;
  const source = unspaced === undefined ? bounded : `${bounded}|(?:${unspaced})`;
  return new RegExp(source.normalize("NFC"), "gu");
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

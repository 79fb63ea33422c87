import type { GenerationParameters } from "#domain/requests/intent.ts";
import { unspacedWords, words } from "#intent/synonyms.ts";
import type { Span } from "#intent/text/normalize.ts";

/** Intermediate result of the slot readers. */
export interface SlotDraft {
  /**
   * The message, folded in place, with quoted and spoken text blanked. Recognised parameters are blanked,
   * too, so that "1920x1080" is not read again as "1080p".
   */
  text: string;
  readonly parameters: GenerationParameters;
  /** Parts of the message that state a parameter and do not belong to the subject. */
  readonly cuts: Span[];
  /** Positions of style names, cut out or not. */
  readonly styles: Span[];
  requestedModel?: string;
  requestedProvider?: string;
}

export type SlotReader = (draft: SlotDraft) => void;

/** A private-use character that no pattern matches. */
export const blankCharacter = "\uE000";

/** Cuts a recognised match out of the draft. */
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
 * Letters and vowel signs of the scripts that the grammar knows. `\p{L}` has the same meaning here, but each
 * use compiles to hundreds of ranges and would delay the first message.
 */
const letterRanges =
  "a-z\\u00c0-\\u02af\\u0370-\\u0605\\u0620-\\u0669\\u066e-\\u0963\\u0970-\\u1fff\\u3041-\\u30fa\\u30fc-\\ud7af\\uf900-\\ufdff";

/** Compiles a global pattern for folded text, with `\p{L}` and `\p{N}` in their fast form. */
export function toPattern(source: string): RegExp {
  const quick = source
    .normalize("NFC")
    .replaceAll(String.raw`[\p{L}`, `[${letterRanges}`)
    .replaceAll(String.raw`\p{L}`, `[${letterRanges}]`)
    .replaceAll(String.raw`\p{N}`, "0-9");
  return new RegExp(quick, "gu");
}

/**
 * Builds a regular expression from two sources: `spaced` must not touch other letters or digits, `unspaced`
 * is for scripts without spaces between words.
 */
export function either(spaced: string, unspaced?: string): RegExp {
  const bounded = String.raw`(?<![\p{L}\p{N}])(?:${spaced})(?![\p{L}\p{N}])`;
  return toPattern(unspaced === undefined ? bounded : `${bounded}|(?:${unspaced})`);
}

/** Compiles a pattern for the synonyms of a concept, and for `rules` that a list of terms cannot express. */
export function naming(
  concept: string,
  rules: { spaced?: string; unspaced?: string } = {},
): RegExp {
  const or = (rule?: string) => (rule === undefined ? "" : `${rule}|`);
  return either(or(rules.spaced) + words(concept), or(rules.unspaced) + unspacedWords(concept));
}

/** `matchAll` would copy the pattern, which takes longer than most searches. */
export function findFirst(draft: SlotDraft, pattern: RegExp): RegExpMatchArray | undefined {
  const match = pattern.exec(draft.text);
  pattern.lastIndex = 0;
  return match ?? undefined;
}

/** Most patterns do not match. */
export function findAll(draft: SlotDraft, pattern: RegExp): RegExpMatchArray[] {
  if (findFirst(draft, pattern) === undefined) return [];
  return [...draft.text.matchAll(pattern)];
}

/** Returns the value of the first matching pattern and cuts out all its matches. */
export function chooseFirst<Value>(
  draft: SlotDraft,
  choices: readonly (readonly [Value, RegExp])[],
): Value | undefined {
  for (const [value, pattern] of choices) {
    const matches = findAll(draft, pattern);
    if (matches.length === 0) continue;
    for (const match of matches) cut(draft, match);
    return value;
  }
  return undefined;
}

import { z } from "zod";

import { listLanguageFiles } from "./language-files.ts";

/** Languages with spaces between words, in the order in which their terms are tried. */
const spacedLanguages = [
  "en",
  "es",
  "fr",
  "de",
  "it",
  "pt",
  "nl",
  "pl",
  "tr",
  "ru",
  "uk",
  "ar",
  "hi",
  "vi",
  "id",
] as const;
/** Languages without spaces between words, or with particles that follow a word directly (Korean). */
const unspacedLanguages = ["zh", "ja", "ko"] as const;
const languages = [...spacedLanguages, ...unspacedLanguages];
type Language = (typeof languages)[number];

/**
 * A word or phrase in the folded form of normalize.ts. `(s)` and `(er|es)` are optional parts, `*` stands for
 * any further letters, `+` for at least one, `.` for exactly one, and `~` for nothing, a hyphen or a space.
 */
const termSchema = z.string().regex(/^[\p{L}\p{M}\p{N} '&%:/()|*+.~,،-]+$/u);

const synonymFileSchema = z.strictObject({
  /** ISO 639-1. */
  language: z.enum(languages),
  /**
   * Area → concept → terms. An area is a parameter or the words around it. The first term that matches wins,
   * so the longer of two terms stands first.
   */
  synonyms: z.record(z.string(), z.record(z.string(), z.array(termSchema).min(1))),
});
export type SynonymFile = z.infer<typeof synonymFileSchema>;

/** Lists the synonyms, and the words of messages that follow others, two files per language. */
export function listSynonymFiles(): SynonymFile[] {
  return [...listLanguageFiles("synonyms"), ...listLanguageFiles("follow-up/words")].map(
    ({ content }) => synonymFileSchema.parse(content),
  );
}

const synonymsOf = new Map<Language, SynonymFile["synonyms"]>();
for (const { language, synonyms } of listSynonymFiles()) {
  synonymsOf.set(language, { ...synonymsOf.get(language), ...synonyms });
}

/**
 * Source of a regular expression for the terms of a concept (`area/name`) in the languages with spaces between
 * words. It has no capturing group. Without a term, it never matches. Throws an `Error` for a concept that no
 * language has.
 */
export function words(concept: string): string {
  return toSource(concept, spacedLanguages);
}

/** Like `words`, for the languages without spaces between words. */
export function unspacedWords(concept: string): string {
  return toSource(concept, unspacedLanguages);
}

/** Like `words`, for all languages. */
export function allWords(concept: string): string {
  return toSource(concept, languages);
}

function toSource(concept: string, of: readonly Language[]): string {
  if (listTerms(concept, languages).length === 0) {
    throw new Error(`No file in intent/synonyms has the concept "${concept}".`);
  }
  const sources = listTerms(concept, of).map(toTermSource);
  return `(?:${sources.length === 0 ? "(?!)" : sources.join("|")})`;
}

/** Many languages share a word: each term is listed once. */
function listTerms(concept: string, of: readonly Language[]): string[] {
  const [area = "", name = ""] = concept.split("/");
  const terms = of.flatMap((language) => synonymsOf.get(language)?.[area]?.[name] ?? []);
  return [...new Set(terms)];
}

const marks: Readonly<Record<string, string>> = {
  "(": "(?:",
  ")": ")?",
  "*": String.raw`\p{L}*`,
  "+": String.raw`\p{L}+`,
  ".": String.raw`\p{L}`,
  "~": String.raw`-?\s?`,
};

function toTermSource(term: string): string {
  return term.replace(/[()*+.~]/g, (mark) => marks[mark] ?? mark);
}

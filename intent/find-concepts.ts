import { z } from "zod";

import { listLanguageFiles } from "./language-files.ts";
import { countFunctionWords } from "./slots/language.ts";
import { fold } from "./text/normalize.ts";

const conceptFileSchema = z.strictObject({
  /** ISO 639-1. */
  language: z.string().length(2),
  /**
   * Concept → words and phrases that mention it. `*` at the end of a word stands for any further letters, and
   * alone for any word. In languages without spaces, a term may be a part of a word.
   */
  concepts: z.record(z.string(), z.array(z.string()).min(1)),
});
type ConceptFile = z.output<typeof conceptFileSchema>;

interface Term {
  readonly concept: string;
  /** Words that follow the first one. */
  readonly rest: readonly string[];
}

type TermsOf = ReadonlyMap<string, readonly Term[]>;

interface Lexicon {
  readonly language: string;
  /** Script of the texts in which the words are searched. */
  readonly script: RegExp;
  /** Terms by their first word. */
  readonly words: TermsOf;
  /** Terms by the letters before `*` of their first word. */
  readonly prefixes: TermsOf;
}

const latin = /[a-z]/u;
const cyrillic = /\p{Script=Cyrillic}/u;
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  // Hindi is also written in Latin letters.
  hi: /[\p{Script=Devanagari}a-z]/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: cyrillic,
  uk: cyrillic,
  vi: /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu,
  zh: /\p{Script=Han}/u,
};
const unspacedLanguages: ReadonlySet<string> = new Set(["ja", "ko", "zh"]);
const prefixLettersMin = 2;
const termLettersMax = 16;
/** Article and preposition that are written as one word with the noun. */
const arabicPrefix = /^[وف]?[بلك]?(?:ال|لل)?(?=\p{L}{2})/u;

const lexicons = listLanguageFiles("concepts").map(({ content }) =>
  toLexicon(conceptFileSchema.parse(content)),
);
const spaced = lexicons.filter(({ language }) => !unspacedLanguages.has(language));
const unspaced = lexicons.filter(({ language }) => unspacedLanguages.has(language));

function toLexicon({ language, concepts }: ConceptFile): Lexicon {
  const words = new Map<string, Term[]>();
  const prefixes = new Map<string, Term[]>();
  for (const [concept, terms] of Object.entries(concepts)) {
    for (const term of terms) {
      const folded = foldFor(language, term);
      const [first = "", ...rest] = unspacedLanguages.has(language) ? [folded] : folded.split(" ");
      const isPrefix = first.endsWith("*");
      const key = isPrefix ? first.slice(0, -1) : first;
      const map = isPrefix ? prefixes : words;
      map.set(key, [...(map.get(key) ?? []), { concept, rest }]);
    }
  }
  return { language, script: scripts[language] ?? latin, words, prefixes };
}

/** Vietnamese words differ by their accents alone. */
function foldFor(language: string, text: string): string {
  return language === "vi" ? text.normalize("NFC").toLowerCase() : fold(text);
}

/**
 * Lists the concepts that a text mentions, such as "remove", "background" or "music", in the language of
 * which it has the most words. Concepts let the classifier apply to all languages what it learned from one.
 */
export function findConcepts(text: string): string[] {
  const folded = fold(text);
  const found = new Set<string>();
  for (const { script, words } of unspaced) {
    if (script.test(folded)) addUnspaced(folded, words, found);
  }
  for (const concept of findSpaced(text, folded)) found.add(concept);
  return [...found].toSorted();
}

function addUnspaced(text: string, terms: TermsOf, found: Set<string>): void {
  for (let start = 0; start < text.length; start += 1) {
    const end = Math.min(text.length, start + termLettersMax);
    for (let position = start + 1; position <= end; position += 1) {
      for (const { concept } of terms.get(text.slice(start, position)) ?? []) found.add(concept);
    }
  }
}

function findSpaced(text: string, folded: string): ReadonlySet<string> {
  const foldedWords = toWords(folded).map(toWord);
  let best: ReadonlySet<string> = new Set();
  let bestCount = 1;
  for (const lexicon of spaced) {
    const isVietnamese = lexicon.language === "vi";
    if (!lexicon.script.test(isVietnamese ? text : folded)) continue;
    const words = isVietnamese ? toWords(foldFor("vi", text)).map(toWord) : foldedWords;
    const found = new Set<string>();
    let count = countFunctionWords(
      lexicon.language,
      words.map((word) => word.text),
    );
    for (const index of words.keys()) {
      const concepts = findAt(lexicon, words, index);
      if (concepts.length > 0) count += 1;
      for (const concept of concepts) found.add(concept);
    }
    if (count < bestCount || found.size === 0) continue;
    best = count === bestCount ? new Set([...best, ...found]) : found;
    bestCount = count;
  }
  return best;
}

function toWords(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}'-]+/gu) ?? [];
}

interface Word {
  readonly text: string;
  /** Parts from its start that a term may have before `*`. Each language looks all of them up. */
  readonly beginnings: readonly string[];
}

function toWord(text: string): Word {
  const beginnings: string[] = [];
  const lengthMax = Math.min(text.length, termLettersMax);
  for (let length = prefixLettersMin; length <= lengthMax; length += 1) {
    beginnings.push(text.slice(0, length));
  }
  return { text, beginnings };
}

/** Lists the concepts of the terms that begin at a word. */
function findAt(
  { language, words: terms, prefixes }: Lexicon,
  words: readonly Word[],
  index: number,
): string[] {
  const concepts: string[] = [];
  const add = (candidates: readonly Term[] | undefined) => {
    if (candidates === undefined) return;
    for (const { concept, rest } of candidates) {
      if (rest.every((term, place) => isForm(words[index + 1 + place]?.text, term))) {
        concepts.push(concept);
      }
    }
  };
  const addFormsOf = ({ text, beginnings }: Word) => {
    add(terms.get(text));
    for (const beginning of beginnings) add(prefixes.get(beginning));
  };
  const word = words[index];
  if (word === undefined) return [];
  addFormsOf(word);
  if (language === "ar") {
    const bare = word.text.replace(arabicPrefix, "");
    if (bare !== word.text) addFormsOf(toWord(bare));
  }
  return concepts;
}

function isForm(word: string | undefined, term: string): boolean {
  if (word === undefined) return false;
  return term.endsWith("*") ? word.startsWith(term.slice(0, -1)) : word === term;
}

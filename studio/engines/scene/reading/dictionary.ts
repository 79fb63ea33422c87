import { listArt } from "#studio/engines/scene/art.ts";

import { drawingWords } from "./drawing-words.ts";
import { irregularPlurals } from "./irregular-plurals.ts";
import { libraryWords } from "./library-words.ts";
import { solidWords } from "./solid-words.ts";
import { subjectWords } from "./subject-words.ts";
import {
  colorWords,
  countWords,
  featureWords,
  negationWords,
  readWordList,
  settingWords,
  styleWords,
  timeWords,
  weatherWords,
} from "./vocabulary.ts";

export type MeaningKind =
  | "setting"
  | "time"
  | "weather"
  | "feature"
  | "style"
  | "count"
  | "color"
  | "negation"
  | "subject";

export interface Meaning {
  readonly kind: MeaningKind;
  readonly value: string;
  /** True when the word is the plural of a known word. */
  readonly plural: boolean;
}

interface Entry {
  readonly kind: MeaningKind;
  readonly value: string;
}

/** Names of library art that a prompt uses for something else than the thing. */
const looseNames = new Set(["construction", "wedding", "foggy", "ok", "station", "kiss", "pinata"]);

export const phraseWordsMax = 4;

/** Known subjects: art of the library, or the library and studio's own drawings (`scene`). */
type Vocabulary = "library" | "scene";

interface Words {
  readonly dictionary: ReadonlyMap<string, Entry>;
  readonly stems: ReadonlyMap<string, Entry>;
}

const cache = new Map<Vocabulary, Words>();

/** Finds the meaning of a lower-case phrase. Recognizes plurals and Russian endings. */
export function findMeaning(
  phrase: string,
  vocabulary: Vocabulary = "library",
): Meaning | undefined {
  const { dictionary, stems } = wordsOf(vocabulary);
  const exact = dictionary.get(phrase);
  if (exact) return { ...exact, plural: false };

  for (const singular of singularForms(phrase)) {
    const entry = dictionary.get(singular);
    if (entry) return { ...entry, plural: entry.kind === "subject" };
  }
  if (!/\p{Script=Cyrillic}/u.test(phrase)) return undefined;
  const inflected = stems.get(stemRussian(phrase));
  return inflected ? { ...inflected, plural: false } : undefined;
}

/** Finds the longest known phrase at the start of a run of Chinese or Japanese characters. */
export function findPrefix(run: string): string | undefined {
  const { dictionary } = wordsOf("scene");
  for (let length = Math.min(8, run.length); length > 0; length -= 1) {
    const prefix = run.slice(0, length);
    if (dictionary.has(prefix)) return prefix;
  }
  return undefined;
}

/** Normalizes a phrase for look-ups: lower case, with spaces instead of hyphens and apostrophes. */
export function normalizePhrase(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/['’\-‐–_]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function wordsOf(vocabulary: Vocabulary): Words {
  const cached = cache.get(vocabulary);
  if (cached) return cached;
  const dictionary = buildDictionary(vocabulary);
  const words = { dictionary, stems: buildStems(dictionary) };
  cache.set(vocabulary, words);
  return words;
}

function buildDictionary(vocabulary: Vocabulary): ReadonlyMap<string, Entry> {
  const dictionary = new Map<string, Entry>();
  const add = (phrase: string, kind: MeaningKind, value: string) => {
    const key = normalizePhrase(phrase);
    if (key !== "" && !dictionary.has(key)) dictionary.set(key, { kind, value });
  };
  const lists = [
    ["negation", negationWords],
    ["setting", settingWords],
    ["time", timeWords],
    ["weather", weatherWords],
    ["feature", featureWords],
    ["style", styleWords],
    ["count", countWords],
    ["color", colorWords],
    ["subject", vocabulary === "scene" ? drawingWords : ""],
    ["subject", vocabulary === "scene" ? solidWords : ""],
    ["subject", subjectWords],
    ["subject", libraryWords],
  ] as const;
  for (const [kind, list] of lists) {
    for (const [word, value] of readWordList(list)) add(word, kind, value);
  }

  for (const { emoji, name } of listArt()) {
    if (!looseNames.has(name)) add(name, "subject", emoji);
  }
  return dictionary;
}

function singularForms(phrase: string): string[] {
  if (phrase.length < 4) return [];
  const irregular = irregularPlurals[phrase];
  const forms = irregular === undefined ? [] : [irregular];
  if (phrase.endsWith("men")) forms.push(phrase.replace(/en$/, "an"));
  if (phrase.endsWith("ies")) forms.push(`${phrase.slice(0, -3)}y`);
  if (phrase.endsWith("ves")) forms.push(`${phrase.slice(0, -3)}f`, `${phrase.slice(0, -3)}fe`);
  if (/(s|x|z|ch|sh|[^aeiou]o|[lnrd])es$/.test(phrase)) forms.push(phrase.slice(0, -2));
  if (phrase.endsWith("s") && !phrase.endsWith("ss")) forms.push(phrase.slice(0, -1));
  if (phrase.endsWith("x")) forms.push(phrase.slice(0, -1));
  if (phrase.length >= 5 && /(en|e|n)$/.test(phrase)) {
    forms.push(phrase.replace(/n$/, ""), phrase.replace(/(en|e)$/, ""));
  }
  return forms;
}

const russianEndings =
  /(иями|ями|ами|ого|его|ому|ему|ыми|ими|ах|ях|ов|ев|ом|ем|ой|ей|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|ым|им|ых|их|ам|ям|у|ю|ы|и|а|я|о|е|ь)$/;

function stemRussian(word: string): string {
  const stem = word.replace(russianEndings, "");
  return stem.length >= 2 ? stem : word;
}

function buildStems(dictionary: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  for (const [phrase, entry] of dictionary) {
    if (!/^\p{Script=Cyrillic}+$/u.test(phrase)) continue;
    const stem = stemRussian(phrase);
    if (!found.has(stem)) found.set(stem, entry);
  }
  return found;
}

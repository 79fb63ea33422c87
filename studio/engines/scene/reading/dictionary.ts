import { listArt } from "#studio/engines/scene/art.ts";

import { drawingWords } from "./drawing-words.ts";
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

/** Keywords of the art library that describe a property or an activity instead of a thing. */
const looseWords = new Set(
  `animal nature face food drink plant object symbol building vehicle transportation sport game play
  person people human woman women man men girl boy gender female male body hand hands sky weather
  night day time place travel world summer winter spring fall hot cold warm cool fast slow speed fly
  walk running swim swimming sleep fun happy sad love party work school home house office computer
  water light dark small large big tiny little old young new cute funny beautiful pretty magic round
  open close left right top back front first last color circle square line point stop start go help
  free ring band watch match can saw bow trunk present letter note mark sound music silent quiet mouth
  eye eyes ear nose head hair skin arm leg foot walking standing sitting wearing holding flying glass
  metal paper cloth clothes sweet spicy fresh lucky luck peace success money number photo picture image
  painting drawing art artist illustration scene background design shadow shade smoke dust steam sign
  display show performance style classic traditional modern royal beach tropical forest garden wood
  park field landscape mountain desert island ocean city street evening morning sunrise sunset moon
  star stars sun snow rain fog storm lightning cloud wind quality detailed high low long short fine
  tall wide deep huge giant massive cat's bath bathing cross piece pieces space wave waves crystal heavy iron
  tree-lined branch well gate crane heron bell lock chest wild baby dance dancing jump jumping climbing cooking eating drinking reading writing`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

const keywordMeaningsMax = 2;
const keywordLettersMin = 4;
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
    ["subject", subjectWords],
  ] as const;
  for (const [kind, list] of lists) {
    for (const [word, value] of readWordList(list)) add(word, kind, value);
  }

  const art = listArt();
  for (const { emoji, name } of art) {
    if (!looseWords.has(name)) add(name, "subject", emoji);
  }
  const uses = new Map<string, number>();
  for (const word of art.flatMap(({ keywords }) => keywords)) {
    uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  for (const { emoji, keywords } of art) {
    for (const word of keywords) {
      // With a plural as a separate entry, `findMeaning` would not recognize the plural.
      const isPlural = singularForms(word).some((singular) => dictionary.has(singular));
      if ((uses.get(word) ?? 0) <= keywordMeaningsMax && isNounLike(word) && !isPlural) {
        add(word, "subject", emoji);
      }
    }
  }
  return dictionary;
}

function isNounLike(word: string): boolean {
  return word.length >= keywordLettersMin && !looseWords.has(word) && !/(ing|ed|ly)$/.test(word);
}

function singularForms(phrase: string): string[] {
  if (phrase.length < 4) return [];
  const forms: string[] = [];
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

import {
  type Meaning,
  findMeaning,
  findPrefix,
  normalizePhrase,
  phraseWordsMax,
} from "./dictionary.ts";

export type Setting =
  | "forest"
  | "jungle"
  | "beach"
  | "sea"
  | "underwater"
  | "lake"
  | "city"
  | "mountains"
  | "desert"
  | "space"
  | "mars"
  | "moonland"
  | "meadow"
  | "arctic"
  | "room"
  | "table"
  | "sky";
export type Time = "day" | "sunset" | "dawn" | "night";
export type Weather = "snow" | "rain" | "fog" | "storm";

export interface Subject {
  readonly emoji: string;
  /** As the prompt has it. */
  readonly words: string;
  readonly count: number;
  readonly color: string | null;
  /** The emoji of the subject that it rides on. */
  readonly mount: string | null;
}

/** What a prompt says, as far as the compositor knows the words. */
export interface PromptReading {
  readonly subjects: readonly Subject[];
  readonly settings: readonly Setting[];
  readonly time: Time | null;
  readonly weather: readonly Weather[];
  readonly features: ReadonlySet<string>;
  readonly style: string | null;
  /** Colours that belong to no subject. */
  readonly colors: readonly string[];
  /** What stands in quotation marks: drawn as typography. */
  readonly quotedText: string | null;
  readonly lettering: "neon" | "logo" | "poster" | "sign";
  /** Words that look like content and mean nothing here. */
  readonly unknownWords: readonly string[];
}

const pluralCount = 3;
const subjectsMax = 5;
const ridingWords = new Set(
  `riding rides ride mounted astride atop driving drives montando monta reitet reitend chevauchant
  chevauche верхом едет`.split(/\s+/),
);
const functionWords = new Set(
  `the and with from into onto over under near next beside behind between through above below inside
  outside around across along this that these those there here very some any each every other another
  his her its their our your you they them she him who which what when where while a an to it is are be am at by as of off out for about
  like such than then just only also more most much many make create generate draw paint show render
  give please want need would could should picture image photo photograph illustration portrait scene
  view shot style stylish painting artwork logo poster sign saying says reads text word words titled
  called named video clip animation animated wearing holding riding looking sitting standing walking running flying jumping playing sleeping eating drinking dancing swimming wallpaper background
  foreground cozy beautiful detailed high quality resolution best lovely cute small little tiny big large
  huge giant great old young ancient quiet calm peaceful serene cozy cosy magical mystical dreamy epic
  dramatic cinematic realistic photorealistic colorful colourful vibrant bright soft warm cold  dark light
  happy sad smiling glowing shining fluffy adorable majestic full close wide front side back right left
  para con por del los las una que sobre bajo junto entre pequeño grande mit und der die das den
  dem des auf unter über neben vor hinter zwischen von zum zur einer dans avec pour sur sous des les
  aux est qui petit petite grand grande beau belle pour под над для или при между возле около через
  маленький большой`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

export function readPrompt(prompt: string, negativePrompt = ""): PromptReading {
  const { quotedText, rest } = takeQuotes(prompt);
  const reader = createReader();
  for (const phrase of findPhrases(rest)) reader.take(phrase);
  const reading = reader.finish();

  const banned = new Set(
    findPhrases(negativePrompt).flatMap(({ meaning }) => (meaning ? [meaning.value] : [])),
  );
  return {
    ...reading,
    subjects: reading.subjects.filter(({ emoji }) => !banned.has(emoji)),
    weather: reading.weather.filter((word) => !banned.has(word)),
    features: new Set([...reading.features].filter((word) => !banned.has(word))),
    quotedText,
    lettering: chooseLettering(rest),
  };
}

interface Phrase {
  readonly words: string;
  readonly meaning: Meaning | undefined;
}

/** Collects meanings in their order; numbers and colours wait for the subject that they belong to. */
function createReader() {
  const subjects = new Map<string, Subject>();
  const settings: Setting[] = [];
  const weather: Weather[] = [];
  const features = new Set<string>();
  const colors: string[] = [];
  const unknownWords: string[] = [];
  let time: Time | null = null;
  let style: string | null = null;
  let count: number | null = null;
  let color: string | null = null;
  let negated = false;
  let latest: string | null = null;
  let rider: string | null = null;

  function releaseColor(): void {
    if (color !== null) colors.push(color);
    color = null;
  }

  function takeSubject(words: string, { value, plural }: Meaning): void {
    if (subjects.size >= subjectsMax && !subjects.has(value)) return;
    subjects.set(value, {
      emoji: value,
      words,
      count: count ?? (plural ? pluralCount : 1),
      color,
      mount: null,
    });
    const riding = rider === null ? undefined : subjects.get(rider);
    if (riding && riding.emoji !== value) subjects.set(riding.emoji, { ...riding, mount: value });
    rider = null;
    latest = value;
    count = null;
    color = null;
  }

  function take({ words, meaning }: Phrase): void {
    if (!meaning) {
      if (ridingWords.has(words)) {
        rider = latest;
        return;
      }
      if (words.length > 3 && !functionWords.has(words)) unknownWords.push(words);
      return;
    }
    if (meaning.kind === "negation") {
      negated = true;
      return;
    }
    if (negated) {
      negated = false;
      return;
    }
    switch (meaning.kind) {
      case "subject":
        takeSubject(words, meaning);
        return;
      case "count":
        count = Number(meaning.value);
        return;
      case "color":
        releaseColor();
        color = meaning.value;
        return;
      case "setting":
        settings.push(meaning.value as Setting);
        return;
      case "time":
        time ??= meaning.value as Time;
        return;
      case "weather":
        weather.push(meaning.value as Weather);
        return;
      case "feature":
        features.add(meaning.value);
        return;
      case "style":
        style ??= meaning.value;
        return;
    }
  }

  return {
    take,
    finish() {
      releaseColor();
      const listed = [...subjects.values()];
      return { subjects: listed, settings, time, weather, features, style, colors, unknownWords };
    },
  };
}

/** Longest known phrases first, words that are known to nobody one by one. */
function findPhrases(text: string): Phrase[] {
  const words = splitWords(text);
  const phrases: Phrase[] = [];
  for (let index = 0; index < words.length;) {
    const phrase = longestPhrase(words, index);
    phrases.push(phrase);
    index += phrase.words.split(" ").length;
  }
  return phrases;
}

function longestPhrase(words: readonly string[], index: number): Phrase {
  for (let length = Math.min(phraseWordsMax, words.length - index); length > 0; length -= 1) {
    const phrase = words.slice(index, index + length).join(" ");
    const meaning = functionWords.has(phrase) ? undefined : findMeaning(phrase);
    // Keywords of the library such as "front of" end in the middle of something else.
    const isCut = meaning?.kind === "subject" && functionWords.has(words[index + length - 1] ?? "");
    if (isCut) continue;
    if (meaning) return { words: phrase, meaning };
  }
  return { words: words[index] ?? "", meaning: undefined };
}

const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{M}\p{N}]+/gu;
const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** Chinese and Japanese have no spaces: their runs are cut at known words. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const [run] of normalizePhrase(text).matchAll(wordPattern)) {
    if (!eastAsian.test(run)) {
      words.push(run);
      continue;
    }
    for (let rest = run; rest !== "";) {
      const prefix = findPrefix(rest);
      if (prefix !== undefined) words.push(prefix);
      rest = rest.slice(prefix?.length ?? 1);
    }
  }
  return words;
}

const quotePattern =
  /"([^"]{1,80})"|“([^”]{1,80})”|«([^»]{1,80})»|„([^“”]{1,80})[“”]|「([^」]{1,80})」|『([^』]{1,80})』|(?<=\s)'([^']{1,80})'(?=\W|$)/gu;

function takeQuotes(prompt: string): { quotedText: string | null; rest: string } {
  const quotes = Array.from(prompt.matchAll(quotePattern), (match) =>
    (match.slice(1).find((group) => group !== undefined) ?? "").trim(),
  ).filter((quote) => quote !== "");
  const quotedText = quotes.length > 0 ? quotes.slice(0, 3).join("\n") : null;
  return { quotedText, rest: prompt.replaceAll(quotePattern, " , ") };
}

function chooseLettering(text: string): PromptReading["lettering"] {
  if (/\b(neon|néon|neón)\b/i.test(text)) return "neon";
  if (/\b(logo|logotipo|emblem|badge|brand)\b/i.test(text)) return "logo";
  if (/\b(sign|billboard|board|schild|cartel|panneau)\b/i.test(text)) return "sign";
  return "poster";
}

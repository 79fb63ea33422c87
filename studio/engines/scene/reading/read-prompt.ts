import { type Design, readDesign } from "#studio/engines/scene/design/read-design.ts";

import { findMeaning, findPrefix, normalizePhrase, phraseWordsMax } from "./dictionary.ts";
import { functionWords } from "./function-words.ts";
import { type Phrase, readPhrases } from "./phrases/read-phrases.ts";

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
  /** Emoji of library art, or the `@` mark of a studio drawing. */
  readonly emoji: string;
  /** Text of the subject in the prompt. */
  readonly words: string;
  readonly count: number;
  readonly color: string | null;
  /** The emoji of the subject that it rides, or sits on or in. */
  readonly mount: string | null;
  /** The emoji of the subject that it is under. */
  readonly shelter: string | null;
  /** The emoji of the subject that holds or wears it. */
  readonly holder: string | null;
  /** The emoji of the subject that stands in front of it. */
  readonly front: string | null;
  /** Size by the adjectives of the prompt: 1 without one. */
  readonly scale: number;
  /** True for "a stack of books": the copies lie on each other. */
  readonly isStacked: boolean;
}

/** The parts of a prompt that the compositor understands. */
export interface PromptReading {
  readonly subjects: readonly Subject[];
  readonly settings: readonly Setting[];
  readonly time: Time | null;
  readonly weather: readonly Weather[];
  readonly features: ReadonlySet<string>;
  readonly style: string | null;
  /** Kinds of rooms, streets and farms, which add furniture or buildings to the place. */
  readonly decor: readonly string[];
  /** Colours that belong to no subject. */
  readonly colors: readonly string[];
  /** Quoted text of the prompt, drawn as lettering. */
  readonly quotedText: string | null;
  /** The layout that the prompt asks for instead of a scene. */
  readonly design: Design | null;
  /** The name after "called" or "titled". */
  readonly title: string | null;
  readonly lettering: "neon" | "logo" | "poster" | "sign" | "chalkboard";
  /** Words that look like content but are unknown. */
  readonly unknownWords: readonly string[];
}

export function readPrompt(prompt: string, negativePrompt = ""): PromptReading {
  const { quotedText, rest: unquoted } = takeQuotes(prompt);
  const { design, title, rest: undesigned } = readDesign(unquoted);
  const rest = undesigned.replaceAll(gazePattern, " ");
  const reading = readPhrases(findPhrases(rest));
  const lettering = chooseLettering(unquoted);
  // Lettering on a board is the board.
  const isBoard = lettering === "chalkboard" && quotedText !== null;

  const banned = new Set(
    findPhrases(negativePrompt).flatMap(({ meaning }) => (meaning ? [meaning.value] : [])),
  );
  return {
    ...reading,
    subjects: reading.subjects.filter(
      ({ emoji }) => !banned.has(emoji) && !(isBoard && emoji === "@solid:blackboard"),
    ),
    unknownWords: [...reading.unknownWords, ...listViews(rest)],
    weather: reading.weather.filter((word) => !banned.has(word)),
    features: new Set([...reading.features].filter((word) => !banned.has(word))),
    design,
    title,
    quotedText,
    lettering,
  };
}

/** Splits text into the longest known phrases and single unknown words. */
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
    const meaning = functionWords.has(phrase) ? undefined : findMeaning(phrase, "scene");
    // Skips library keywords such as "front of", which end within another phrase.
    const isCut = meaning?.kind === "subject" && functionWords.has(words[index + length - 1] ?? "");
    if (isCut) continue;
    if (meaning) return { words: phrase, meaning };
  }
  return { words: words[index] ?? "", meaning: undefined };
}

const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{M}\p{N}]+/gu;
const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** Splits text into words. Chinese and Japanese, written without spaces, are split at known words. */
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

/** Every scene is seen from the front, at the height of a person. */
const viewPattern =
  /\b(?:top[- ]down|top|overhead|aerial|bird['’]?s[- ]eye|worm['’]?s[- ]eye|side|rear|close[- ]up) view\b|\bfrom above\b/giu;

function listViews(text: string): string[] {
  return Array.from(text.matchAll(viewPattern), ([view]) => view.toLowerCase());
}

/** A subject that looks at the viewer brings no camera into the scene. */
const gazePattern =
  /\b(?:facing|(?:look|star|gaz)(?:s|es|ing|e)?(?: straight| directly)? (?:at|into|towards?)) (?:the |a )?(?:camera|lens|viewer)\b/giu;

const quotePattern =
  /"([^"]{1,80})"|“([^”]{1,80})”|«([^»]{1,80})»|„([^“”]{1,80})[“”]|「([^」]{1,80})」|『([^』]{1,80})』|(?<=\s)'([^']{1,80})'(?=\W|$)/gu;

/** Words in capitals that a sign or a poster says without quotation marks: "a neon sign that says OPEN LATE". */
const capitalsPattern =
  /(?<=\b(?:says?|saying|reads?|reading|text|words?|label(?:l?ed)?)\b:? )\p{Lu}[\p{Lu}\p{N}'’&!?-]+(?: [\p{Lu}\p{N}&][\p{Lu}\p{N}'’&!?-]*){0,7}(?![\p{L}\p{N}])/gu;
const quotesMax = 3;

function takeQuotes(prompt: string): { quotedText: string | null; rest: string } {
  const quotes = Array.from(prompt.matchAll(quotePattern), (match) =>
    (match.slice(1).find((group) => group !== undefined) ?? "").trim(),
  ).filter((quote) => quote !== "");
  const rest = prompt.replaceAll(quotePattern, " , ");
  const capitals = Array.from(rest.matchAll(capitalsPattern), ([words]) => words);
  const texts = [...quotes, ...capitals].slice(0, quotesMax);
  return {
    quotedText: texts.length > 0 ? texts.join("\n") : null,
    rest: rest.replaceAll(capitalsPattern, " , "),
  };
}

function chooseLettering(text: string): PromptReading["lettering"] {
  if (/\b(chalkboard|blackboard)\b/i.test(text)) return "chalkboard";
  if (/\b(neon|néon|neón)\b/i.test(text)) return "neon";
  if (/\b(logo|logotipo|emblem|badge|brand)\b/i.test(text)) return "logo";
  if (/\b(sign|billboard|board|schild|cartel|panneau)\b/i.test(text)) return "sign";
  return "poster";
}

import { readFileSync } from "node:fs";

import { takesTextOnly, type Capability } from "#domain/requests/capability.ts";
import type { Intent, ParsedMessage } from "#domain/requests/intent.ts";
import { readCues } from "#intent/cues.ts";
import type { EmbeddedParser } from "#intent/embedded-parser.ts";
import { foldWords, isAt } from "#intent/pipelines/literals.ts";
import { phraseLanguages } from "#intent/pipelines/phrase-file.ts";
import { readResultSigns } from "#intent/result-signs.ts";
import { detectLanguage } from "#intent/slots/language.ts";
import { findSpeechText } from "#intent/speech-text.ts";
import { findColon, foldInPlace, listQuotes, trimEndOf } from "#intent/text/normalize.ts";
import {
  articleWords,
  createVerbs,
  fillerWords,
  findMedium,
  linkWords,
} from "#intent/text/words.ts";

/** Words of one language. */
interface Words {
  /** Words between two requests. */
  readonly joins: readonly string[];
  /** Verbs that request an image. */
  readonly draws?: readonly string[];
  /** Words between the medium and its subject, besides those that every reader knows. */
  readonly links?: readonly string[];
  /** Forms of a request, where the verb and not the medium shows that it is one. */
  readonly startsWith?: readonly string[];
  readonly endsWith?: readonly string[];
}

const words = Object.values(
  JSON.parse(readFileSync(new URL("words.json", import.meta.url), "utf8")) as Record<string, Words>,
);
const joins = foldWords(words.flatMap((each) => each.joins));
const joinsFrom = Map.groupBy(joins, ([first = ""]) => first);
const starts = foldWords(words.flatMap(({ startsWith = [] }) => startsWith));
const ends = foldWords(words.flatMap(({ endsWith = [] }) => endsWith));
const draws: ReadonlySet<string> = new Set(
  foldWords(words.flatMap(({ draws: verbs = [] }) => verbs)),
);
const links: ReadonlySet<string> = new Set([
  ...linkWords,
  ...foldWords(words.flatMap(({ links: others = [] }) => others)),
]);
/** Words before the medium in a request: "please make me a short". */
const leads: ReadonlySet<string> = new Set([
  ...foldWords(phraseLanguages.flatMap(({ lead }) => lead)).flatMap((each) => each.split(" ")),
  ...joins,
]);

/** Places at which a message may be divided; a message with more is one request. */
const placesMax = 10;
const requestCharactersMax = 2_000;

/** Confidence that each part needs. */
const confidenceMin = 0.8;

/**
 * Divides a message into requests that stand for themselves, such as "a picture of a fox and a 5 s video of waves". Each
 * part must certainly request a separate medium, with words for the medium and for its content, and refer to nothing
 * else. Null when the message is one request, or not certainly several.
 */
export function splitRequests(message: string, parse: EmbeddedParser): Intent[] | null {
  if (message.length > requestCharactersMax) return null;
  const places = listPlaces(message);
  if (places.length === 0 || places.length > placesMax) return null;
  const bounds = [{ start: 0, end: 0 }, ...places, { start: message.length, end: message.length }];
  const language = detectLanguage(message) ?? "";
  const read = new Map<string, Intent | null>();
  const readPart = (from: number, to: number): Intent | null => {
    const key = `${from}-${to}`;
    const known = read.get(key);
    if (known !== undefined) return known;
    const intent = readRequest(
      message.slice(bounds[from]?.end, bounds[to]?.start),
      language,
      parse,
    );
    read.set(key, intent);
    return intent;
  };
  // Parts up to each place, as many as possible.
  const best: (Intent[] | null)[] = [[]];
  for (let to = 1; to < bounds.length; to += 1) {
    let longest: Intent[] | null = null;
    for (let from = 0; from < to; from += 1) {
      const before = best[from];
      if (before === null || before === undefined) continue;
      const part = readPart(from, to);
      if (part === null || before.length < (longest?.length ?? 0)) continue;
      longest = [...before, part];
    }
    best.push(longest);
  }
  const parts = best.at(-1) ?? null;
  const isSeveral = parts !== null && new Set(parts.map(({ capability }) => capability)).size > 1;
  return isSeveral && !asksForFile(parse({ message, attachments: [] })) ? parts : null;
}

/** The message as a whole works on a file, so that its parts do not stand for themselves. */
function asksForFile(read: ParsedMessage): boolean {
  return (
    read.outcome === "unsupported" ||
    (read.outcome === "needs_input" &&
      read.question.options.some(({ inputs }) => inputs !== undefined))
  );
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Ends of sentences and clauses, and joining words. Text in quotes, and text after a colon, is content. */
function listPlaces(message: string): Place[] {
  const folded = foldInPlace(message);
  const quotes = listQuotes(message);
  const colon = findColon(message);
  const isQuotedNext = quotes.some(
    ({ start }) => start > colon && /^[:：\s]*$/u.test(message.slice(colon, start)),
  );
  const limit = colon < 0 || isQuotedNext ? message.length : colon;
  const places: Place[] = [];
  let position = 0;
  while (position < limit) {
    const quote = quotes.find(({ start, end }) => position >= start && position < end);
    if (quote !== undefined) {
      position = quote.end;
      continue;
    }
    const end = endOfPlace(folded, position);
    if (end === null) {
      position += 1;
      continue;
    }
    if (position > 0 && end < message.length) places.push({ start: position, end });
    position = end;
  }
  return places;
}

/** A mark with the joining words and numbers after it, or a joining word. Null when there is none. */
function endOfPlace(text: string, position: number): number | null {
  const mark = /^(?:[,;，、；。！？!?؛،\n]|\.(?=\s))\s*(?:\d[.)]\s+)?/u.exec(
    text.slice(position, position + markCharactersMax),
  );
  const next = position + (mark?.[0].length ?? 0);
  const join = joinsFrom.get(text[next] ?? "")?.find((word) => isAt(text, word, next));
  if (mark === null && join === undefined) return null;
  return next + (join?.length ?? 0);
}

const markCharactersMax = 12;

/** Reads a part that stands for itself. Null unless it certainly does. */
function readRequest(part: string, language: string, parse: EmbeddedParser): Intent | null {
  const text = part.replace(/^\s*\d[.)]\s+/u, "").trim();
  const form = readForm(text, language);
  if (form === null) return null;
  const read = parse({ message: text, attachments: [] });
  if (read.outcome !== "parsed") return null;
  const { capability, confidence, subject } = read.intent;
  const isCertain =
    takesTextOnly(capability) &&
    confidence >= confidenceMin &&
    subject !== "" &&
    (form === "any" || form === capability);
  return isCertain && isWhole(text, read.intent) ? read.intent : null;
}

/** The part refers to nothing, and its signs agree with the medium. */
function isWhole(text: string, { capability }: Intent): boolean {
  if (capability === "text-to-speech") return findSpeechText(text) !== undefined;
  const { film, solid } = readResultSigns(text);
  if (capability === "text-to-image" && (film || solid)) return false;
  return readCues(text).refersTo === undefined;
}

const spoken: ReadonlySet<string> = new Set(["speech:text", "speech:text at end"]);

/** Words before the medium of a request. */
const wordsBeforeMax = 8;

/** Capability of the medium for which a part has the form of a request; `any` when its verb makes it one. */
type Form = Capability | "any";

/** "Please make a short video of …", "draw …", "a fox picture", "…の動画を作って". */
function readForm(text: string, language: string): Form | null {
  const folded = trimEndOf(foldInPlace(text), /[\s.!?。！？]/u);
  if (!/\p{L}/u.test(folded)) return null;
  const isVerb =
    starts.some((each) => folded.startsWith(each)) || ends.some((each) => folded.endsWith(each));
  if (isVerb) return "any";
  return readMediumForm(folded, language) ?? readSpokenForm(text);
}

/** "Read aloud: …". */
function readSpokenForm(text: string): Form | null {
  const hasText = findColon(text) >= 0 || listQuotes(text).length > 0;
  const isSpoken = hasText && readCues(text).signs.some((sign) => spoken.has(sign));
  return isSpoken ? "text-to-speech" : null;
}

function readMediumForm(folded: string, language: string): Form | null {
  const terms = toTerms(folded);
  let hasArticle = false;
  let hasOther = false;
  for (const [index, term] of terms.slice(0, wordsBeforeMax).entries()) {
    const capability = capabilityOf(term);
    if (capability !== undefined) {
      const next = terms[index + 1] ?? "";
      // "A 3D model", "a portrait photo".
      if (capabilityOf(next) !== undefined) continue;
      const isLinked = links.has(next) || next.startsWith("d'") || genitive.has(language);
      const isLast = hasOther && next === "";
      return (isLinked || isLast) && !verbLast.has(language) ? capability : null;
    }
    if (draws.has(term)) return "text-to-image";
    // "A fox picture", "a watercolour painting": one other word right before the medium.
    if (hasOther) return null;
    hasOther = hasArticle && !isLead(term);
    if (!hasOther && !isLead(term)) return null;
    hasArticle ||= articleWords.has(term);
  }
  return null;
}

function toTerms(folded: string): string[] {
  return folded.match(/[\p{L}\p{M}\p{N}'-]+/gu) ?? [];
}

const capabilityOfMedium = {
  image: "text-to-image",
  video: "text-to-video",
  audio: "text-to-speech",
  "3d": "text-to-3d",
} as const;

function capabilityOf(term: string): Capability | undefined {
  const medium = findMedium(term);
  return medium === undefined ? undefined : capabilityOfMedium[medium];
}

function isLead(term: string): boolean {
  return (
    leads.has(term) ||
    createVerbs.has(term) ||
    articleWords.has(term) ||
    fillerWords.has(term) ||
    /^\d+$/u.test(term) ||
    unit.test(term)
  );
}

/** Languages in which the verb of a request stands at its end. */
const verbLast: ReadonlySet<string> = new Set(["tr", "hi", "ja", "ko", "zh"]);

/** Languages in which the subject follows the word for the medium directly. */
const genitive: ReadonlySet<string> = new Set(["pl", "ru", "uk", "id", "vi", "ar"]);

const unit =
  /^(?:s|sec|secs|seconds?|sekunden?|secondes?|segundos?|secondi|seconden|секунд\p{L}*)$/u;

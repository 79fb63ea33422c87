import { readSlots } from "./read-slots.ts";
import { findColon, foldInPlace, listQuotes } from "./text/normalize.ts";
import type { Span } from "./text/normalize.ts";
import { glueWords } from "./text/words.ts";

/** The text to speak and its position in the message. */
export interface SpeechText extends Span {
  readonly text: string;
}

const trailingSegmentsMax = 6;

/**
 * Finds the text to speak: quoted text, else the text after the colon or the verb of speaking, without
 * trailing clauses that describe the voice ("deep male voice, slow, mp3"). Undefined when the message
 * requests speech without a text.
 */
export function findSpeechText(message: string): SpeechText | undefined {
  const quotes = listQuotes(message);
  const longest = quotes.toSorted((left, right) => right.text.length - left.text.length)[0];
  const colon = findColon(message);
  if (
    longest &&
    !(colon >= 0 && colon < longest.start && hasWordsBetween(message, colon, longest.start))
  ) {
    return { start: longest.start, end: longest.end, text: longest.text.trim() };
  }
  const start = colon >= 0 ? colon + 1 : findEndOfVerb(message);
  if (start === undefined) return undefined;
  const end = findEndOfText(message, start);
  const text = trim(message.slice(start, end));
  if (!/[\p{L}\p{N}]/u.test(text) || pointsOnly(text)) return undefined;
  return { start, end, text };
}

function hasWordsBetween(message: string, colon: number, quote: number): boolean {
  return /\p{L}{2}/u.test(message.slice(colon + 1, quote));
}

function trim(text: string): string {
  return text.replace(/^[\s,–—-]+|(?<![\s,;–—-])[\s,;–—-]+$/gu, "");
}

/** Words that refer to a text without containing it: "read this aloud for me". */
const pointingWords = new Set(
  "this that it the following text aloud out loud for me us to please thanks now slowly esto este texto en voz alta por favor ceci ca ce texte a voix haute das dies diesen den laut vor mir bitte questo testo ad alta voce isto em dit deze tekst voor hardop to ten na glos bunu это этот текст вслух мне هذا इसे".split(
    " ",
  ),
);

function pointsOnly(text: string): boolean {
  const words = foldInPlace(text).match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];
  return words.every((word) => pointingWords.has(word));
}

const verbs = new RegExp(
  String.raw`(?<![\p{L}])(?:read(?:ing)?(?: this| the following| it)?(?: text)?(?: aloud| out loud| out)?|say(?:s|ing)?|speak(?:s|ing)?|narrat(?:e|es|ing|ion of)|pronounce|whisper(?:s|ing)?|shout(?:s|ing)?|tell(?:s|ing)?|voice ?over(?: of| for| saying)?|announce|recite|utter|speech(?: of| saying)?|audio (?:of|saying)|voice (?:saying|of)|lee(?:me)?(?: en voz alta)?|di(?:ga|'|me)?|narra|pronuncia|lis(?:-moi)?(?: a voix haute)?|dis|prononce|raconte|lies|sag(?:e|t)?|sprich|vorlesen|leggi(?:mi)?(?: ad alta voce)?|leia(?: em voz alta)?|fale|fala|diga|lees|zeg|vertel|przeczytaj(?: na glos)?|powiedz|прочитаи(?: вслух)?|прочти(?: вслух)?|скажи|озвучь|произнеси|oku|soyle|اقرا(?: بصوت عال)?|قل|बोलो|पढ़ो)(?![\p{L}])|朗读|大声读出来|念(?:一下)?|配音|说`.normalize(
    "NFC",
  ),
  "gu",
);

function findEndOfVerb(message: string): number | undefined {
  const folded = foldInPlace(message.slice(0, 160));
  const matches = [...folded.matchAll(verbs)];
  const gerund = matches.find((match) => /(?:saying|says)$/u.test(match[0]));
  const match = gerund ?? matches[0];
  return match ? match.index + match[0].length : undefined;
}

/** Skips clauses at the end that describe the manner of speaking. */
function findEndOfText(message: string, start: number): number {
  let end = message.length;
  for (let segment = 0; segment < trailingSegmentsMax; segment += 1) {
    const text = message.slice(start, end);
    const boundary = findLastClause(text);
    if (boundary < 0) return trimVoiceClause(message, start, end);
    const clauseStart = start + boundary + 1;
    if (!describesVoice(message.slice(clauseStart, end))) break;
    const keepsMark = /[.!?。！？]/u.test(message[start + boundary] ?? "");
    end = start + boundary + (keepsMark ? 1 : 0);
  }
  return trimVoiceClause(message, start, end);
}

const clauseMark = /[.!?。！？,，、;；\n(–—]/gu;

/**
 * Position of the mark before the last clause, which may itself end with marks; -1 for a text of one clause.
 */
function findLastClause(text: string): number {
  const end = text.search(/(?<![.!?)\s])[.!?)\s]*$/u);
  const marks = Array.from(text.matchAll(clauseMark), ({ index }) => index);
  return marks.findLast((mark) => mark < end) ?? marks[0] ?? -1;
}

/** "… in a deep voice", "… with a british accent" without a comma before it. */
function trimVoiceClause(message: string, start: number, end: number): number {
  const folded = foldInPlace(message.slice(start, end));
  const clause =
    /\s(?:in|with|using|con|mit|in einer|avec|com|met|en|as)\s(?:an? |una |uma |einer? |une |een |the )?(?:\p{L}+[ -]){0,4}?(?:voice|accent|tone|voz|voix|stimme|voce|stem|style|english|spanish|french|german|italian|portuguese|chinese|japanese|russian|hindi|arabic|korean|dutch|polish|turkish)[.!\s]*$/u.exec(
      folded.slice(-120),
    );
  if (!clause) return end;
  return end - Math.min(120, folded.length) + clause.index;
}

const voiceMarker =
  /voice|accent|stimme|voz|voix|voce|stem|glos|голос|صوت|आवाज|声|목소리|ses(?:i|le)|mp3|wav|ogg|flac|slow|fast|speed|pace|tone|narrator|langsam|despacio|lent|медленно/u;

function describesVoice(clause: string): boolean {
  const folded = foldInPlace(clause).trim();
  if (folded === "") return true;
  if (folded.length > 80 || !voiceMarker.test(folded)) return false;
  const draft = readSlots(clause, { capability: "text-to-speech" });
  if (draft.cuts.length === 0) return /^(?:\p{L}+ ){0,3}(?:voice|tone)[.!]*$/u.test(folded);
  let rest = draft.text;
  for (const { start, end } of draft.cuts) {
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  }
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => glueWords.has(word) || voiceGlue.has(word));
}

const voiceGlue = new Set(
  "deep high low pitched pitch voice accent tone narrator speaker pace speed slightly very bit little a the in with and use grave profunda tiefer tiefe hoher raspy husky robotic robot natural clear loud strong thank you please".split(
    " ",
  ),
);

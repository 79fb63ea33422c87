import type { Capability } from "#domain/requests/capability.ts";

import { readChange, readMotion, readTarget } from "./subject-of-change.ts";
import { stripClosingRequest } from "./subject-unspaced.ts";
import { correctRequestWord } from "./text/misspelling.ts";
import { foldInPlace } from "./text/normalize.ts";
import type { Span } from "./text/normalize.ts";
import { gap, isWord, tokenize } from "./text/tokens.ts";
import type { Token } from "./text/tokens.ts";
import {
  articleWords,
  auxiliaryWords,
  createVerbs,
  fillerWords,
  findMedium,
  glueWords,
  linkWords,
  politeWords,
} from "./text/words.ts";

/**
 * Returns the subject: the message without its parameters, without the words of the request around it and
 * without politeness. Empty when the message has none, as in "upscale this photo".
 */
export function readSubject(
  message: string,
  {
    cuts,
    styles,
    capability,
  }: {
    cuts: readonly Span[];
    /** Positions of styles, for results that consist only of a style. */
    styles: readonly Span[];
    capability: Capability | undefined;
  },
): string {
  const text = markGaps(message, cuts);
  switch (capability) {
    case "vision-analysis":
      return message.trim();
    case "inpainting":
      return tidy(dropGlue(readChange(dropGlue(stripPolite(text)))));
    case "image-to-image": {
      if (newPicture.test(foldInPlace(message))) {
        return tidy(stripClosingRequest(stripOpeningRequest(dropGlue(stripPolite(text)))));
      }
      const withoutStyles = markGaps(message, [...cuts, ...styles]);
      if (readTarget(dropGlue(stripPolite(withoutStyles))) === "") return "";
      return tidy(dropGlue(readTarget(dropGlue(stripPolite(text)))));
    }
    case "image-to-video":
      return tidy(dropGlue(readMotion(dropGlue(stripPolite(text)))));
    case "text-to-video":
      return keepPace(message, readThing(text));
    case "text-to-image":
    case "text-to-3d":
      return readThing(text);
    case undefined: {
      const request = stripClosingRequest(stripOpeningRequest(dropGlue(stripPolite(text))));
      return tidy(stripOpenRequest(request));
    }
    case "image-to-3d":
    case "text-to-speech":
    case "speech-to-text":
    case "speech-to-speech":
    case "video-editing":
    case "upscaling":
    case "enhancement":
    case "restoration":
    case "lip-sync":
      return "";
  }
}

function readThing(text: string): string {
  return tidy(stripClosingRequest(stripOpeningRequest(dropGlue(stripPolite(text)))));
}

const timeLapse = /(?<!\p{L})(?:time|hyper)[- ]?lapse(?!\p{L})/iu;

/** "Time-lapse" names the medium and the pace of a film at once, so the subject keeps it. */
function keepPace(message: string, subject: string): string {
  const isLost = timeLapse.test(message) && !timeLapse.test(subject) && subject !== "";
  return isLost ? `time-lapse of ${subject}` : subject;
}

/** "A photo of my dog in space" describes the new image, even when its source image is attached. */
const newPicture =
  /^(?:\p{L}+,? ){0,5}?(?:an?|une?|una|eine?|um|uma|een) (?:\p{L}+ ){0,2}?(?:photo|picture|pic|image|drawing|illustration|painting|foto|bild|imagen|imagem|immagine|dessin|dibujo) (?:of|de|d'|von|di|van|del) /u;

const openRequest =
  /^(?:something|anything|some(?: kind of)? \p{L}+|a thing|stuff|content|algo|alguma coisa|quelque chose|un truc|etwas|was|irgend\p{L}*|qualcosa|iets|cos|что-?(?:то|нибудь))(?: (?!with|about|con|sobre|avec|sur|mit|uber|su|com|met|over|z|ze|o|с|со|про|о)\p{L}+){0,3} (?:with|about|of|featuring|involving|con|sobre|de|avec|sur|mit|uber|su|com|met|over|z|ze|o|с|со|про|о) (?<what>.+)$/du;

/** The subject of "something cool with a dragon" is the dragon. */
function stripOpenRequest(text: string): string {
  const range = openRequest.exec(foldInPlace(text))?.indices?.groups?.["what"];
  return range ? text.slice(...range) : text;
}

function markGaps(message: string, cuts: readonly Span[]): string {
  const ordered = cuts.toSorted((left, right) => left.start - right.start);
  let result = "";
  let position = 0;
  for (const { start, end } of ordered) {
    if (end <= position) continue;
    result += message.slice(position, Math.max(position, start)) + gap;
    position = end;
  }
  return result + message.slice(position);
}

function stripPolite(text: string): string {
  const tokens = tokenize(text);
  let first = 0;
  let last = tokens.length - 1;
  while (first <= last && isPoliteEdge(tokens[first]!)) first += 1;
  while (last >= first && isPoliteEdge(tokens[last]!)) last -= 1;
  if (first > last) return text;
  const closing = /^[!?.)"”»」]$/u;
  const kept = tokens[last + 1] && closing.test(tokens[last + 1]!.word) ? last + 1 : last;
  return text.slice(tokens[first]!.start, tokens[kept]!.end);
}

function isPoliteEdge(token: Token): boolean {
  if (token.word === gap || /^["“«「'(]$/u.test(token.word)) return false;
  return isWord(token)
    ? politeWords.has(token.word)
    : /^(?:[\s,.!?:;)(~…\-–—🙏😊❤¡¿]|\uFE0F)$/u.test(token.word);
}

/**
 * Drops the rest around a cut parameter: glue words before it at the end of a clause, and clauses in which
 * only glue remains (", in ⟨16:9⟩ format please").
 */
function dropGlue(text: string): string {
  if (!text.includes(gap)) return text;
  const clauses = text.split(/(?<=[,;，、；(\n])|(?<=[.!。！]\s)|(?<=\s[–—-]\s)/u);
  const kept = clauses.map((clause, index) => dropGlueOfClause(clause, index === 0));
  return kept.filter((clause) => clause !== "").join("");
}

function dropGlueOfClause(clause: string, isFirst: boolean): string {
  if (!clause.includes(gap)) return clause;
  const tokens = tokenize(clause);
  const hasContent = tokens.some((token) => isWord(token) && !isEmptyWord(token.word));
  if (!hasContent) return isFirst && tokens.some((token) => findMedium(token.word)) ? clause : "";
  let last = tokens.length - 1;
  let sawGap = false;
  while (last >= 0) {
    const token = tokens[last]!;
    if (token.word === gap) sawGap = true;
    else if (isWord(token) && !(glueWords.has(token.word) || politeWords.has(token.word))) break;
    last -= 1;
  }
  if (!sawGap || last < 0) return clause;
  const mark = /[.!?]\s*$/u.exec(clause)?.[0].trim() ?? "";
  const separator = /[,;，、；]\s*$/u.exec(clause)?.[0] ?? "";
  return `${clause.slice(0, tokens[last]!.end)}${separator === "" ? mark : separator}${isFirst ? "" : ""}`;
}

function isEmptyWord(word: string): boolean {
  return (
    glueWords.has(word) ||
    politeWords.has(word) ||
    auxiliaryWords.has(word) ||
    articleWords.has(word) ||
    fillerWords.has(word) ||
    linkWords.has(word) ||
    findMedium(word) !== undefined ||
    createVerbs.has(word)
  );
}

const forWords = new Set("for para pour fur per voor dla для لـ".split(" "));
const openingTokensMax = 14;

/** Strips "can you make me a short video of" and similar openings in languages that put them first. */
function stripOpeningRequest(text: string): string {
  const tokens = tokenize(text).map((token, index) =>
    index < openingTokensMax ? { ...token, word: correctRequestWord(token.word) } : token,
  );
  const looksLikeRequest = tokens
    .slice(0, openingTokensMax)
    .some(
      ({ word }) =>
        word === gap ||
        createVerbs.has(word) ||
        findMedium(word) !== undefined ||
        auxiliaryWords.has(word),
    );
  if (!looksLikeRequest) return text;
  let position = 0;
  let verbs = 0;
  while (position < tokens.length && isOpening(tokens[position]!)) {
    if (createVerbs.has(tokens[position]!.word)) verbs += 1;
    position += 1;
  }
  const isInSolid =
    /^(?:in|en|em)$/u.test(tokens[position]?.word ?? "") && tokens[position + 1]?.word === "3d";
  if (isInSolid) position += 2;
  for (let round = 0; round < 2; round += 1) {
    const next = skipNounPhrase(tokens, position, verbs > 0);
    if (next === undefined) break;
    position = next;
  }
  while (position < tokens.length && /^[\uE001:：,，.\-–—]$/u.test(tokens[position]!.word))
    position += 1;
  return position >= tokens.length ? "" : text.slice(tokens[position]!.start);
}

function isOpening(token: Token): boolean {
  if (token.word === gap) return true;
  if (!isWord(token)) return /^[,!¡¿:：….-]$/u.test(token.word);
  return (
    auxiliaryWords.has(token.word) || createVerbs.has(token.word) || politeWords.has(token.word)
  );
}

/** Returns the position after "a short video of", or undefined when the next words are the subject itself. */
function skipNounPhrase(
  tokens: readonly Token[],
  from: number,
  hasVerb: boolean,
): number | undefined {
  let position = from;
  let sawGap = from > 0 && tokens[from - 1]?.word === gap;
  while (position < tokens.length && position < from + 10 && isBeforeNoun(tokens[position]!)) {
    if (tokens[position]!.word === gap) sawGap = true;
    position += 1;
  }
  const noun = position;
  while (
    position < tokens.length &&
    (isMediumWord(tokens[position]!) ||
      (position > noun &&
        isBeforeNoun(tokens[position]!) &&
        !articleWords.has(tokens[position]!.word)))
  ) {
    if (tokens[position]!.word === gap) sawGap = true;
    position += 1;
  }
  const hasNoun = position > noun;
  if (!hasNoun && !sawGap) return undefined;
  const afterLink = skipLink(tokens, position);
  if (afterLink > position || position >= tokens.length) return afterLink;
  if (!hasNoun) return undefined;
  const following = tokens[position]!;
  if (!isWord(following)) return /^[,:：，.–—-]$/u.test(following.word) ? position + 1 : undefined;
  return takesGenitive(tokens[noun]!.word, following.word, hasVerb) ? position : undefined;
}

function isBeforeNoun(token: Token): boolean {
  if (isMediumWord(token)) return false;
  return (
    token.word === gap ||
    token.word === "-" ||
    articleWords.has(token.word) ||
    fillerWords.has(token.word) ||
    /^\d{1,3}$/.test(token.word)
  );
}

function isMediumWord(token: Token): boolean {
  return findMedium(token.word) !== undefined;
}

function skipLink(tokens: readonly Token[], from: number): number {
  let position = from;
  while (position < tokens.length && position < from + 7) {
    const token = tokens[position]!;
    const isForGap = forWords.has(token.word) && tokens[position + 1]?.word === gap;
    if (
      !(linkWords.has(token.word) && !forWords.has(token.word)) &&
      token.word !== gap &&
      !isForGap &&
      !/^[:：]$/u.test(token.word)
    )
      break;
    position += 1;
  }
  return position;
}

const genitiveArticles = new Set("einer eines meiner meines der des vom".split(" "));

/** Languages with cases need no link, nor does Indonesian: "картинку кота", "ein Bild einer Katze", "gambar kucing". */
function takesGenitive(noun: string, following: string, hasVerb: boolean): boolean {
  if (genitiveArticles.has(following)) return true;
  if (/[\p{Script=Cyrillic}\p{Script=Arabic}]/u.test(noun)) return true;
  if (/^(?:gambar|lukisan|ilustrasi)$/u.test(noun)) return true;
  return (
    hasVerb &&
    /^(?:obraz|obrazek|zdjecie|zdjec|rysunek|wideo|filmik|klip|grafike|ilustracje|animacje|portret)$/u.test(
      noun,
    )
  );
}

/** A second request for the result; one message makes one generation. */
const nextRequest =
  /(?<![\s,;.])[\s,;.]+(?:and )?(?:then|after that|afterwards) (?:please )?(?:upscale|animate|convert|turn|enhance|enlarge|export|transcribe|restore)(?!\p{L}).*$/isu;

/** Normalizes spaces, and removes gaps and separators at the edges. */
function tidy(text: string): string {
  return text
    .replace(nextRequest, "")
    .replaceAll(gap, " ")
    .replace(/\s+/gu, " ")
    .replace(/\s+([,.;!?，。；！？])/gu, "$1")
    .replace(/([,;，；])(?:\s*[,;，；])+/gu, "$1")
    .replace(/\(\s*\)/gu, "")
    .replace(/^[\s,;:.，、；：。!？?–—-]+|(?<![\s,;:，、；：。.–—-])[\s,;:，、；：。.–—-]+$/gu, "")
    .replace(/(?<![!！])[!！]+$/u, "")
    .trim();
}

import { naming } from "./slots/draft.ts";
import { foldInPlace, listQuotes } from "./text/normalize.ts";
import type { Span } from "./text/normalize.ts";
import { isWord, tokenize } from "./text/tokens.ts";
import type { Token } from "./text/tokens.ts";
import {
  articleWords,
  auxiliaryWords,
  createVerbs,
  fillerWords,
  findMedium,
  isMediaVerb,
  isOtherResult,
} from "./text/words.ts";

/** Words between a rejection and its medium: "not another short clip". */
const wordsBetweenMax = 5;
/** Pronouns between a rejection, its verb and the comma: "don't draw it,", "ne le dessine pas,". */
const pronounsMax = 2;
const pronounLettersMax = 4;
/** Length of a list of rejected media. */
const rejectedTokensMax = 24;

const before = naming("rejection/before");
const between = naming("rejection/between");
const after = naming("rejection/after");
const instead = naming("rejection/instead");
const correction = naming("rejection/correction");
const unspacedMedium =
  "海报|ポスター|포스터|歌|曲|노래|照片|图片|图像|图|画|视频|短片|影片|动画|音频|语音|模型|写真|画像|絵|イラスト|動画|ビデオ|映像|アニメ|音声|モデル|사진|그림|이미지|영상|동영상|비디오|음성|모델";
const unspaced = new RegExp(
  `(?:不是|不要|不想要|不用|并非|别|不做)(?:要)?(?:一?[张段个幅首])?(?:${unspacedMedium})|(?:${unspacedMedium})(?:(?:では|じゃ)な(?:くて?|い)|(?:は|を)?(?:いらない|要らない|やめて)|(?:이|은|는|을|를)? ?(?:말고|아니라|아니고|아닌|됐고)|(?:就)?(?:不做了|算了|不要了|不用了))|别[画拍](?=[，,])|(?:描|撮)かないで|(?:描|撮)らないで|(?:그리|찍)지 ?말고`,
  "gu",
);
const anyUnspacedMedium = new RegExp(unspacedMedium, "u");

/**
 * Overwrites the media that a message rejects or corrects with spaces, so that only the requested medium is
 * read: "not a photo but a video", "a video, no wait, a picture".
 */
export function withoutRejectedMedia(message: string): string {
  const folded = foldInPlace(message);
  const tokens = tokenize(message);
  const quotes = listQuotes(message);
  const spans = [
    ...findBefore(folded, tokens),
    ...findAfter(folded, tokens),
    ...Array.from(folded.matchAll(unspaced), toSpan),
    ...findCorrected(folded, tokens),
  ].filter((span) => !quotes.some((quote) => span.start < quote.end && quote.start < span.end));
  if (spans.length === 0) return message;
  const units = message.split("");
  for (const { start, end } of spans) units.fill(" ", start, end);
  return units.join("").replace(/^[\s,;:.،，、。；]+/u, "");
}

/** "not a photo", "kein Foto und kein Video", "neither picture nor clip, but …". */
function findBefore(folded: string, tokens: readonly Token[]): Span[] {
  return Array.from(folded.matchAll(before), (match) => {
    const start = match.index;
    const first = indexFrom(tokens, start + match[0].length);
    const end = findEndOfMedia(tokens, first);
    return end === undefined ? undefined : { start, end: skip(folded, end, instead) };
  }).filter((span) => span !== undefined);
}

/** Position after "a photo or a clip" or "draw it", undefined when no medium follows. */
function findEndOfMedia(tokens: readonly Token[], from: number): number | undefined {
  let end = findEndOfVerb(tokens, from);
  if (end !== undefined) return end;
  let wordsBetween = 0;
  for (const token of tokens.slice(from, from + rejectedTokensMax)) {
    if (wordsBetween > wordsBetweenMax) break;
    if (isRejectable(token)) {
      end = token.end;
      wordsBetween = 0;
    } else if (isBetween(token)) wordsBetween += 1;
    else break;
  }
  return end;
}

/** Position after "draw it," or "animate her but": a verb with its own object rejects that object only. */
function findEndOfVerb(tokens: readonly Token[], from: number): number | undefined {
  const pronouns = tokens.slice(from, from + pronounsMax + 1);
  const verb = pronouns.findIndex(({ word }) => isMediaVerb(word));
  if (verb < 0 || pronouns.slice(0, verb).some(({ word }) => word.length > pronounLettersMax)) {
    return undefined;
  }
  const rest = tokens.slice(from + verb + 1, from + verb + 1 + pronounsMax + 1);
  const close = rest.findIndex((token) => !isWord(token) || token.word.search(instead) >= 0);
  if (close < 0 || rest.slice(0, close).some(({ word }) => word.length > pronounLettersMax)) {
    return undefined;
  }
  return tokens[from + verb + close]?.end;
}

function isRejectable({ word }: Token): boolean {
  return findMedium(word) !== undefined || isOtherResult(word);
}

function isBetween({ word }: Token): boolean {
  return (
    articleWords.has(word) ||
    fillerWords.has(word) ||
    auxiliaryWords.has(word) ||
    createVerbs.has(word) ||
    word.search(between) >= 0
  );
}

/** "video değil", "फोटो नहीं": the rejection follows its medium. */
function findAfter(folded: string, tokens: readonly Token[]): Span[] {
  return Array.from(folded.matchAll(after), (match) => {
    const medium = tokens[indexFrom(tokens, match.index) - 1];
    if (!medium || !(isRejectable(medium) || isMediaVerb(medium.word))) return undefined;
    return { start: medium.start, end: match.index + match[0].length };
  }).filter((span) => span !== undefined);
}

/** A medium before "no wait" does not count when one follows. */
function findCorrected(folded: string, tokens: readonly Token[]): Span[] {
  const match = Array.from(folded.matchAll(correction)).at(-1);
  if (!match) return [];
  const end = match.index + match[0].length;
  const isNamedAfter =
    tokens.some((token) => token.start >= end && findMedium(token.word) !== undefined) ||
    anyUnspacedMedium.test(folded.slice(end));
  if (!isNamedAfter) return [];
  const media = tokens.filter(
    (token) => token.end <= match.index && findMedium(token.word) !== undefined,
  );
  return [...media, toSpan(match)];
}

/** Index of the first token at or after a position, by binary search. */
function indexFrom(tokens: readonly Token[], position: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.start < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Position after a comma and a word such as "but" at `from`. */
function skip(folded: string, from: number, pattern: RegExp): number {
  const match = folded
    .slice(from, from + 20)
    .matchAll(pattern)
    .next().value;
  const isNext = match && /^[\s,;.]*$/u.test(folded.slice(from, from + match.index));
  return isNext ? from + match.index + match[0].length : from;
}

function toSpan(match: RegExpMatchArray): Span {
  const start = match.index ?? 0;
  return { start, end: start + match[0].length };
}

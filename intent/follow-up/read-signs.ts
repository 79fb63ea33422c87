import { adjustments, type Adjustment } from "#domain/conversations/next-value.ts";
import { blankCharacter, naming, toPattern } from "#intent/slots/draft.ts";
import { foldInPlace, listQuotes, type Span } from "#intent/text/normalize.ts";
import { numberSource, toNumber } from "#intent/text/number-words.ts";
import {
  articleWords,
  auxiliaryWords,
  createVerbs,
  fillerWords,
  findMedium,
  glueWords,
  linkWords,
  politeWords,
  type Medium,
} from "#intent/text/words.ts";

/** Leading characters in which a message is searched for its relation to earlier ones. */
const charactersMax = 600;

/** Words of a follow-up, by what they say. */
const patterns = {
  again: naming("follow-up/again"),
  more: naming("follow-up/more"),
  it: naming("follow-up/it"),
  both: naming("follow-up/both"),
  same: naming("follow-up/same"),
  sent: naming("follow-up/sent"),
  original: naming("follow-up/original"),
  correction: naming("follow-up/correction"),
  praise: naming("follow-up/praise"),
  thanks: naming("follow-up/thanks"),
  change: naming("part/change"),
  not: naming("follow-up/not"),
  switch: naming("follow-up/switch"),
  mine: naming("follow-up/mine"),
  question: naming("follow-up/question"),
  or: naming("follow-up/or"),
  vague: naming("follow-up/vague"),
  previous: naming("follow-up/previous"),
  cost: naming("follow-up/cost"),
  stop: naming("follow-up/stop"),
  dislike: naming("follow-up/dislike"),
  wish: naming("follow-up/wish"),
  next: naming("follow-up/next"),
  few: naming("follow-up/few"),
  pair: naming("follow-up/pair"),
} as const;
type Sign = keyof typeof patterns;

const keptThings = ["voice", "style", "seed", "model"] as const;
export type KeptThing = (typeof keptThings)[number];

const keptPatterns = keptThings.map((thing) => [thing, naming(`kept/${thing}`)] as const);
const adjustPatterns = adjustments.map((name) => [name, naming(`adjust/${name}`)] as const);
/** Terms that suggest an act or a change, but do not state it. */
const hintPatterns = (["again", "same", ...adjustments] as const).map(
  (name) => [name, naming(`hint/${name}`)] as const,
);
const ordinalPatterns = ([1, 2, 3, 4, 5, "last"] as const).map(
  (name) => [name, naming(`ordinal/${name}`)] as const,
);
/** Names of media in languages without spaces between words. */
const mediumPatterns = (["video", "audio", "image"] as const).map(
  (medium) => [medium, naming(`medium/${medium}`)] as const,
);
/** "#2", "no. 2", "nr 2". */
const numberedPattern = /(?:#|№|\b(?:no|nr|nro|num|number)\.? ?)(\d{1,2})(?!\d)/gu;
const countPattern = toPattern(
  String.raw`(?<![\p{L}\p{N}.:#])x?(${numberSource})x?(?![\p{L}\p{N}%]|[:.,]\p{N})`,
);
/** Numbers before a counter, or a word without a space after them. */
const unspacedCountPattern = toPattern(
  String.raw`(?<![\p{N}第])(\d{1,2}|[两兩二三四五六七八九十]|두|세|네|다섯|여섯) ?(?:枚|つ|本|個|パターン|案|回|点|张|張|个|個|份|幅|段|版|次|遍|种|장|개|번|가지|편)`,
);
/** Signs of a message's relation to earlier ones. Spans are positions in the folded text. */
export interface Signs {
  /** Folded text without quoted text. */
  readonly text: string;
  readonly clauses: readonly Span[];
  readonly has: Readonly<Record<Sign, boolean>>;
  readonly spans: Readonly<Record<Sign, readonly Span[]>>;
  readonly adjustments: readonly { readonly name: Adjustment; readonly span: Span }[];
  readonly hints: readonly { readonly name: string; readonly span: Span }[];
  readonly kept: readonly { readonly thing: KeptThing; readonly span: Span }[];
  readonly ordinals: readonly { readonly ordinal: number | "last"; readonly span: Span }[];
  /** Numbers of two and more, which may count results. */
  readonly counts: readonly { readonly count: number; readonly span: Span }[];
  readonly media: ReadonlySet<Medium>;
  readonly quotes: readonly string[];
  /** Names of file formats. */
  readonly formats: readonly Span[];
}

export function readSigns(message: string): Signs {
  const quotes = listQuotes(message);
  const text = blank(foldInPlace(message.slice(0, charactersMax)), quotes);
  const spans = Object.fromEntries(
    Object.entries(patterns).map(([sign, pattern]) => [sign, find(text, pattern)]),
  ) as unknown as Record<Sign, Span[]>;
  const has = Object.fromEntries(
    Object.entries(spans).map(([sign, found]) => [sign, found.length > 0]),
  ) as Record<Sign, boolean>;
  const named = ordinalPatterns.flatMap(([ordinal, pattern]) =>
    find(text, pattern).map((span) => ({ ordinal, span })),
  );
  const numbered = [...text.matchAll(numberedPattern)].map((match) => ({
    ordinal: Number(match[1]),
    span: toSpan(match),
  }));
  return {
    text,
    clauses: listClauses(text),
    has,
    spans,
    adjustments: adjustPatterns.flatMap(([name, pattern]) =>
      find(text, pattern).map((span) => ({ name, span })),
    ),
    hints: hintPatterns.flatMap(([name, pattern]) =>
      find(text, pattern).map((span) => ({ name, span })),
    ),
    kept: keptPatterns.flatMap(([thing, pattern]) =>
      find(text, pattern).map((span) => ({ thing, span })),
    ),
    ordinals: [...named, ...numbered],
    counts: listCounts(text, spans.pair),
    media: new Set([
      ...toWords(text).flatMap((word) => findMedium(word.replace(/^\p{L}{1,5}'/u, "")) ?? []),
      ...mediumPatterns.flatMap(([medium, pattern]) =>
        find(text, pattern).length > 0 ? [medium] : [],
      ),
    ]),
    quotes: quotes.map((quote) => quote.text),
    formats: find(text, formatPattern),
  };
}

/** Numbers of two and more, the most certain ones last. */
function listCounts(text: string, pairs: readonly Span[]): Signs["counts"] {
  const numbers = [countPattern, unspacedCountPattern].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const count = toNumber(match[1] ?? "");
      // "On" is ten in Turkish.
      const isCount = match[1] !== "on" && Number.isInteger(count) && count > 1 && count <= 20;
      return isCount ? [{ count, span: toSpan(match) }] : [];
    }),
  );
  return numbers.length > 0 ? numbers : pairs.map((span) => ({ count: 2, span }));
}

function find(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].filter(([found]) => found.trim() !== "").map(toSpan);
}

function toSpan(match: RegExpMatchArray): Span {
  const start = match.index ?? 0;
  return { start, end: start + match[0].length };
}

function blank(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (result, { start, end }) =>
      start >= result.length
        ? result
        : result.slice(0, start) +
          blankCharacter.repeat(Math.min(end, result.length) - start) +
          result.slice(end),
    text,
  );
}

const clauseEnd = /(?:(?<!\d)[.:,]|[.:,](?!\d)|[!?;…—–\n。！？；：،、，|])+|\s-\s/gu;

function listClauses(text: string): Span[] {
  const clauses: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(clauseEnd)) {
    clauses.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  clauses.push({ start, end: text.length });
  return clauses.filter((clause) => /[\p{L}\p{N}]/u.test(text.slice(clause.start, clause.end)));
}

function toWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? [];
}

const knownWords = [
  politeWords,
  auxiliaryWords,
  articleWords,
  fillerWords,
  linkWords,
  glueWords,
  createVerbs,
];

/** Particles and auxiliaries of languages without spaces between words. */
const particles =
  /[のをにでがはもとかよねなだすまへやてたいうくし一个張张的了吧呢给我请帮把就也在要想是有你啊吗嘛么点些这那种再还来去做成用和]|ください|お願い|です|ます|して|ほしい|できる|できます|できない|もらえ|くれ|나|요|을|를|이|가|은|는|에|의|로|좀|해|줘|주세요|하고|으로|만들어|거/gu;

/** Latin words within a text of another script: "stl格式". */
function splitScripts(word: string): string[] {
  return han.test(word) ? (word.match(/[a-z0-9'-]+|[^a-z0-9'-]+/gu) ?? []) : [word];
}

const formats =
  "png|jpe?g|webp|svg|tiff?|avif|mp4|mov|webm|mkv|gif|mp3|wav|ogg|flac|m4a|srt|vtt|txt|glb|gltf|obj|stl|fbx|usdz|ply";
const formatName = new RegExp(String.raw`^(?:${formats}|format\p{L}*|格式|形式|형식)$`, "u");
const formatPattern = new RegExp(String.raw`(?<![a-z0-9])(?:${formats})(?![a-z0-9])`, "gu");

const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Lists the words of a part of a message without those that the grammar knows, or that `known` covers. */
export function unknownWords(
  { text }: Pick<Signs, "text">,
  part: Span,
  known: readonly Span[],
): string[] {
  const left = blank(text, known).slice(part.start, part.end).replaceAll(blankCharacter, " ");
  return toWords(left)
    .flatMap(splitScripts)
    .flatMap((word) => {
      if (han.test(word)) {
        const rest = word.replaceAll(particles, "");
        return rest.length < 2 || formatName.test(rest) ? [] : [rest];
      }
      const isKnown =
        word.length < 3 ||
        /^\d+$/u.test(word) ||
        formatName.test(word) ||
        findMedium(word) !== undefined ||
        knownWords.some((words) => words.has(word));
      return isKnown ? [] : [word];
    });
}

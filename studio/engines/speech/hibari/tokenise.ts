import { escapeClass, escapePattern, letter, pythonPattern } from "./python-pattern.ts";

/** A piece of text and the white space after it. */
interface Piece {
  readonly text: string;
  readonly whitespace: "" | " ";
}

/** Splits text like spaCy's English tokenizer. */
export type Tokeniser = (text: string) => Piece[];

const lower = "a-zß-öø-ÿ";
const upper = "A-ZÀ-ÖØ-Þ";
const quotes = "'\"”“`‘´’‚,„»«「」『』（）〔〕【】《》〈〉";
const punctuation = "…,:;!?¿¡()[]{}<>_#*&。？！，、；：～·";
const icons = "™®©°§¶†‡•";
const currency = String.raw`\$|£|€|¥|฿|US\$|C\$|A\$|₽|₹|₩|₪|₺|₴|₦|₫|₱|₲|₵|₸|₼|₾|₿`;
const units =
  "km|km²|km³|m|m²|m³|dm|dm²|dm³|cm|cm²|cm³|mm|mm²|mm³|ha|µm|nm|yd|in|ft|kg|g|mg|µg|t|lb|oz|m/s|km/h|kmh|mph|hPa|Pa|mbar|mb|MB|kb|KB|gb|GB|tb|TB|T|G|M|K|%";

const marks = Array.from(punctuation, escapePattern);
const quoteMarks = Array.from(quotes, escapePattern);
const iconMarks = Array.from(icons, escapePattern);
const dots = String.raw`\.\.+`;

const prefixes = [
  "§",
  "%",
  "=",
  "—",
  "–",
  String.raw`\+(?![0-9])`,
  "…",
  "……",
  ...marks,
  dots,
  "…",
  ...quoteMarks,
  currency,
  ...iconMarks,
];
const suffixes = [
  "…",
  "……",
  ...marks,
  dots,
  "…",
  ...quoteMarks,
  ...iconMarks,
  "'s",
  "'S",
  "’s",
  "’S",
  "—",
  "–",
  String.raw`(?<=[0-9])\+`,
  String.raw`(?<=°[FfCcKk])\.`,
  `(?<=[0-9])(?:${currency})`,
  `(?<=[0-9])(?:${units})`,
  String.raw`(?<=[0-9${lower}%²\-+${escapeClass(punctuation)}${escapeClass(quotes)}])\.`,
  String.raw`(?<=[${upper}][${upper}])\.`,
];
const infixes = [
  dots,
  "…",
  ...iconMarks,
  String.raw`(?<=[0-9])[+\-*^](?=[0-9\-])`,
  String.raw`(?<=[${lower}${escapeClass(quotes)}])\.(?=[${upper}${escapeClass(quotes)}])`,
  `(?<=${letter}),(?=${letter})`,
  String.raw`(?<=[\p{L}\p{N}])(?:-|–|—|--|---|——|~)(?=${letter})`,
  String.raw`(?<=[\p{L}\p{N}])[:<>=/](?=${letter})`,
];

const any = (patterns: readonly string[], frame: (pattern: string) => string) =>
  patterns.map(frame).join("|");
const prefixPattern = pythonPattern(any(prefixes, (pattern) => `^(?:${pattern})`));
const suffixPattern = pythonPattern(any(suffixes, (pattern) => `(?:${pattern})$`));
const infixPattern = pythonPattern(
  any(infixes, (pattern) => `(?:${pattern})`),
  "g",
);
const addressPattern = pythonPattern(
  String.raw`^(?:(?:https?|ftp):\/\/|www\.)\S+$|^[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+$` +
    String.raw`|^(?:[\w\-]+\.)+(?:com|org|net|edu|gov|io|co|uk|de|fr|info|biz|us|ca|au|tv|me|ly|ai)(?:\/\S*)?$`,
  "i",
);

/** Creates a tokenizer. `exceptions` lists chunks with special splits, such as "don't" and "10am". */
export function createTokeniser(exceptions: ReadonlyMap<string, readonly string[]>): Tokeniser {
  return (text) =>
    [...text.matchAll(/\S+/gu)].flatMap((match): Piece[] => {
      const texts = splitChunk(match[0], exceptions);
      const followed = match.index + match[0].length < text.length;
      return texts.map((piece, index) => ({
        text: piece,
        whitespace: followed && index === texts.length - 1 ? " " : "",
      }));
    });
}

function splitChunk(chunk: string, exceptions: ReadonlyMap<string, readonly string[]>): string[] {
  const known = exceptions.get(chunk);
  if (known) return [...known];
  const { before, middle, after } = peel(chunk, exceptions);
  const pieces = [...before, ...splitMiddle(middle, exceptions), ...after.toReversed()];
  return pieces.length > 1 ? rejoin(pieces, exceptions) : pieces;
}

/** Strips punctuation from both ends until none remains or the remainder is an exception. */
function peel(chunk: string, exceptions: ReadonlyMap<string, readonly string[]>) {
  const before: string[] = [];
  const after: string[] = [];
  let middle = chunk;
  let length = -1;
  while (middle !== "" && middle.length !== length && !exceptions.has(middle)) {
    length = middle.length;
    const prefix = prefixPattern.exec(middle)?.[0] ?? "";
    const withoutPrefix = middle.slice(prefix.length);
    if (prefix !== "" && withoutPrefix !== "" && exceptions.has(withoutPrefix)) {
      before.push(prefix);
      middle = withoutPrefix;
      break;
    }
    const suffix = suffixPattern.exec(withoutPrefix)?.[0] ?? "";
    const withoutSuffix = suffix === "" ? middle : middle.slice(0, -suffix.length);
    if (suffix !== "" && withoutSuffix !== "" && exceptions.has(withoutSuffix)) {
      after.push(suffix);
      middle = withoutSuffix;
      break;
    }
    if (prefix !== "") {
      before.push(prefix);
      middle = withoutPrefix;
    }
    if (suffix !== "" && middle.length >= suffix.length) {
      after.push(suffix);
      middle = middle.slice(0, middle.length - suffix.length);
    }
  }
  return { before, middle, after };
}

function splitMiddle(
  middle: string,
  exceptions: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (middle === "") return [];
  const known = exceptions.get(middle);
  if (known) return known;
  if (addressPattern.test(middle)) return [middle];
  const pieces: string[] = [];
  let start = 0;
  for (const match of middle.matchAll(infixPattern)) {
    if (match.index === 0) continue;
    if (match.index > start) pieces.push(middle.slice(start, match.index));
    pieces.push(match[0]);
    start = match.index + match[0].length;
  }
  if (start < middle.length) pieces.push(middle.slice(start));
  return pieces;
}

/** Joins pieces that form an exception: "Sept" and "." become "Sept.". */
function rejoin(
  pieces: readonly string[],
  exceptions: ReadonlyMap<string, readonly string[]>,
): string[] {
  const joined: string[] = [];
  for (let index = 0; index < pieces.length;) {
    const length = [3, 2].find(
      (count) =>
        index + count <= pieces.length &&
        exceptions.has(pieces.slice(index, index + count).join("")),
    );
    if (length === undefined) joined.push(pieces[index] ?? "");
    else joined.push(...(exceptions.get(pieces.slice(index, index + length).join("")) ?? []));
    index += length ?? 1;
  }
  return joined;
}

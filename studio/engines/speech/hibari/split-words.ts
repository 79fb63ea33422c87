import { letter, pythonPattern } from "./python-pattern.ts";
import { isCurrency } from "./read-number.ts";
import type { Token } from "./token.ts";

/** A word: a single token, or several tokens without spaces between them. */
export type Word = Token | Token[];

const apostrophes = "'‘’";
const subtokens = pythonPattern(
  [
    `^[${apostrophes}]+`,
    "[A-ZÀ-ÖØ-Þ](?=[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ])",
    String.raw`(?:^-)?(?:\d?[,.]?\d)+`,
    "[-_]+",
    `[${apostrophes}]{2,}`,
    `${letter}*?(?:[${apostrophes}]${letter})*?[a-zß-öø-ÿ](?=[A-ZÀ-ÖØ-Þ])`,
    `${letter}+(?:[${apostrophes}]${letter})*`,
    String.raw`[^\w\-${apostrophes}]`,
    `[${apostrophes}]+$`,
  ].join("|"),
  "g",
);

export const punctuationSounds: ReadonlySet<string> = new Set(';:,.!?—…"“”');
const punctuationTags = new Set([
  ".",
  ",",
  "-LRB-",
  "-RRB-",
  "``",
  '""',
  "''",
  ":",
  "$",
  "#",
  "NFP",
]);
const soundOfTag: Readonly<Record<string, string>> = {
  "-LRB-": "(",
  "-RRB-": ")",
  "``": "“",
  '""': "”",
  "''": "”",
};

/** Splits tokens further ("WiFi", "B2B", "$5") and groups tokens without spaces between them. */
export function splitWords(tokens: readonly Token[]): Word[] {
  const words: Word[] = [];
  let currency: string | undefined;
  for (const [index, token] of tokens.entries()) {
    const pieces = splitToken(token);
    const isBeforeNumber = tokens[index + 1]?.tag === "CD";
    for (const [place, piece] of pieces.entries()) {
      currency = readMark(piece, currency);
      if (piece.phonemes === undefined && currency !== undefined) {
        const isLast = place + 1 === pieces.length && !isBeforeNumber;
        if (piece.tag !== "CD") currency = undefined;
        else if (isLast) piece.currency = currency;
      } else if (piece.phonemes === undefined && isTwoForTo(pieces, place)) {
        piece.alias = "to";
      }
      append(words, piece);
    }
  }
  return words.map((word) => (Array.isArray(word) && word.length === 1 ? (word[0] ?? word) : word));
}

function splitToken(token: Token): Token[] {
  const texts = token.text.match(subtokens) ?? [token.text];
  return texts.map((text, index) => ({
    ...token,
    text,
    whitespace: index === texts.length - 1 ? token.whitespace : "",
  }));
}

/** Sets the phonemes of punctuation. Returns the currency sign that applies to the next number. */
function readMark(piece: Token, currency: string | undefined): string | undefined {
  if (piece.tag === "$" && isCurrency(piece.text)) {
    piece.phonemes = "";
    return piece.text;
  }
  if (piece.tag === ":" && (piece.text === "-" || piece.text === "–")) {
    piece.phonemes = "—";
  } else if (punctuationTags.has(piece.tag) && !/^[a-z]*$/iu.test(piece.text)) {
    const marks = Array.from(piece.text).filter((character) => punctuationSounds.has(character));
    piece.phonemes = soundOfTag[piece.tag] ?? marks.join("");
  }
  return currency;
}

/** Matches the 2 of "B2B". */
function isTwoForTo(pieces: readonly Token[], place: number): boolean {
  const [before, after] = [pieces[place - 1], pieces[place + 1]];
  if (!before || !after || pieces[place]?.text !== "2") return false;
  return /^\p{L}{2}$/u.test(`${before.text.at(-1) ?? ""}${after.text[0] ?? ""}`);
}

function append(words: Word[], piece: Token): void {
  const last = words.at(-1);
  if (piece.alias !== undefined || piece.phonemes !== undefined) {
    words.push(piece);
  } else if (Array.isArray(last) && last.at(-1)?.whitespace === "") {
    piece.isHead = false;
    last.push(piece);
  } else {
    words.push(piece.whitespace === "" ? [piece] : piece);
  }
}

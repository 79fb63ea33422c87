import type { Lexicon } from "./lexicon.ts";
import { cardinal, decimal, digitWord, ordinal, year } from "./number-words.ts";
import { isAsciiDigits } from "./python-pattern.ts";

const currencies: Readonly<Record<string, readonly [string, string]>> = {
  $: ["dollar", "cent"],
  "£": ["pound", "pence"],
  "€": ["euro", "cent"],
};
const ordinalEndings = new Set(["st", "nd", "rd", "th"]);
const endings = ["ing", "'d", "ed", "'s", "st", "nd", "rd", "th", "s"];

export function isCurrency(symbol: string): boolean {
  return Object.hasOwn(currencies, symbol);
}

/** Matches digits with commas and points, an optional sign and ending: "1,250", "-3", "1990s", "3rd". */
export function isNumber(word: string, isHead: boolean): boolean {
  if (!/[0-9]/u.test(word)) return false;
  const ending = endings.find((candidate) => word.endsWith(candidate)) ?? "";
  const stem = ending === "" ? word : word.slice(0, -ending.length);
  return Array.from(stem).every(
    (character, index) =>
      /[0-9,.]/u.test(character) || (isHead && index === 0 && character === "-"),
  );
}

/**
 * Converts a number to phonemes. `isHead` is true at the start of a word: the digits of "A380" are
 * read in groups, those of "380 people" as one number.
 */
export function readNumber(
  text: string,
  currency: string | undefined,
  isHead: boolean,
  lexicon: Lexicon,
): string | undefined {
  const ending = /[a-z']+$/u.exec(text)?.[0] ?? "";
  const unsigned = text.slice(0, text.length - ending.length);
  const isNegative = unsigned.startsWith("-");
  const digits = isNegative ? unsigned.slice(1) : unsigned;
  const words = digits === "" ? [] : chooseWords(digits, ending, currency, isHead, isNegative);
  if (isNegative) words.unshift({ text: "minus" });
  if (words.length === 0) return undefined;
  const sounds = words.map(({ text: word, stress, plural }) => {
    const phonemes = lexicon.lookUp({ text: word, tag: undefined, stress });
    return (plural ? lexicon.withPlural(phonemes) : phonemes) ?? "";
  });
  return addEnding(sounds.join(" "), ending, lexicon);
}

function addEnding(phonemes: string, ending: string, lexicon: Lexicon): string | undefined {
  if (ending === "s" || ending === "'s") return lexicon.withPlural(phonemes);
  if (ending === "ed" || ending === "'d") return lexicon.withPast(phonemes);
  return ending === "ing" ? lexicon.withProgressive(phonemes) : phonemes;
}

interface SpokenWord {
  readonly text: string;
  readonly stress?: number | undefined;
  readonly plural?: boolean;
}

/** Converts a phrase to American English: without the "and" of "one hundred and one", "point" unstressed. */
function spoken(phrase: string): SpokenWord[] {
  return phrase
    .split(/[^a-z]+/u)
    .filter((word) => word !== "and" && word !== "")
    .map((word) => (word === "point" ? { text: word, stress: -2 } : { text: word }));
}

function chooseWords(
  digits: string,
  ending: string,
  currency: string | undefined,
  isHead: boolean,
  isNegative: boolean,
): SpokenWord[] {
  const plain = digits.replaceAll(",", "");
  const isPlain = isAsciiDigits(digits);
  if (isPlain && ordinalEndings.has(ending)) return spoken(ordinal(digits));
  const hasCurrency = currency !== undefined && isCurrency(currency);
  if (!isNegative && digits.length === 4 && !hasCurrency && isPlain) return spoken(year(digits));
  if (!isHead && !digits.includes(".")) return readGroups(plain);
  if (digits.split(".").length > 2 || !isHead) return readVersion(plain);
  if (hasCurrency && isAmount(digits)) return readAmount(plain, currencies[currency] ?? ["", ""]);
  if (!digits.includes(".")) {
    return spoken(!isPlain && ordinalEndings.has(ending) ? ordinal(plain) : cardinal(plain));
  }
  if (!plain.startsWith(".")) return spoken(decimal(plain));
  return spoken(`point ${Array.from(plain.slice(1), digitWord).join(" ")}`);
}

/** Reads "380" as three eighty, "507" as five oh seven, and longer numbers digit by digit. */
function readGroups(digits: string): SpokenWord[] {
  if (digits.startsWith("0") || digits.length > 3) return Array.from(digits).flatMap(readDigit);
  if (digits.length < 3 || digits.endsWith("00")) return spoken(cardinal(digits));
  const [first = "", second = "", third = ""] = digits;
  if (second !== "0") return [...readDigit(first), ...spoken(cardinal(second + third))];
  return [...readDigit(first), { text: "O", stress: -2 }, ...readDigit(third)];
}

function readDigit(digit: string): SpokenWord[] {
  return spoken(digitWord(digit));
}

/** Reads versions such as "1.2.10" and "3.05": each part as a number or digit by digit. */
function readVersion(digits: string): SpokenWord[] {
  return digits.split(".").flatMap((part) => {
    if (part === "") return [];
    const isSpelled = part.startsWith("0") || (part.length !== 2 && /[^0]/u.test(part.slice(1)));
    return isSpelled ? Array.from(part).flatMap(readDigit) : spoken(cardinal(part));
  });
}

function isAmount(digits: string): boolean {
  const [, cents] = digits.split(".");
  return cents === undefined || cents.length < 3;
}

function readAmount(digits: string, units: readonly [string, string]): SpokenWord[] {
  const amounts = digits
    .split(".")
    .slice(0, 2)
    .map((part, index) => ({ number: part === "" ? "0" : part, unit: units[index] ?? "" }));
  const isZero = ({ number }: { number: string }) => /^0+$/u.test(number);
  const [whole, cents] = amounts;
  const kept =
    whole && cents ? (isZero(cents) ? [whole] : isZero(whole) ? [cents] : amounts) : amounts;
  return kept.flatMap(({ number, unit }, index): SpokenWord[] => [
    ...(index > 0 ? [{ text: "and" }] : []),
    ...spoken(cardinal(number)),
    { text: unit, plural: !/^0*1$/u.test(number) && unit !== "pence" },
  ]);
}

/** Reads the currency after an amount in words: "dollars" in "five $". */
export function currencyName(symbol: string, lexicon: Lexicon): string | undefined {
  const name = currencies[symbol]?.[0];
  return name === undefined
    ? undefined
    : lexicon.withPlural(lexicon.lookUp({ text: name, tag: undefined }));
}

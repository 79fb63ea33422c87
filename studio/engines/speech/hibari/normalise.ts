import { cardinal, ordinal } from "./number-words.ts";
import { alternatives, escapePattern, pythonPattern } from "./python-pattern.ts";

/** Word tables, as published with hibari. */
export interface NormaliseTables {
  readonly months: Readonly<Record<string, string>>;
  readonly titles: Readonly<Record<string, string>>;
  readonly abbreviations: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, readonly [string, string]>>;
  readonly symbols: Readonly<Record<string, string>>;
  readonly currency: Readonly<Record<string, readonly [string, string]>>;
  readonly roman_cardinal: readonly string[];
  readonly roman_ordinal: readonly string[];
}

export type Normaliser = (text: string) => string;

type Step = (text: string) => string;

const number = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`;
const large = String.raw`(hundred|thousand|million|billion|trillion|[kKmMbB]\b)`;
const largeWords: Readonly<Record<string, string>> = { k: "thousand", m: "million", b: "billion" };
const fractionNames = " half third quarter fifth sixth seventh eighth ninth tenth".split(" ");
const romanValues: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
};

/**
 * Creates a function that spells out times, dates, units, abbreviations, money and symbols, which
 * the lexicon cannot read. Plain numbers stay digits. The order of the steps matters, because each
 * step receives the text of the previous one.
 */
export function createNormaliser(tables: NormaliseTables): Normaliser {
  const steps = [
    timeStep(),
    ...dateStepsWithDigits(tables),
    ...moneySteps(tables),
    ...unitSteps(tables),
    ...dateStepsWithMonths(tables),
    ...abbreviationSteps(tables),
    ...romanSteps(tables),
    ...numberSteps(tables),
    ...symbolSteps(tables),
  ];
  return (text) => {
    const plain = collapse(text).replaceAll("’", "'").replaceAll("‒", "-").replaceAll("―", "—");
    const written = steps.reduce((result, step) => step(result), plain);
    return collapse(written)
      .replaceAll(/ +([,.;:!?])/gu, "$1")
      .trim();
  };
}

function collapse(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

/** Creates a step. The replacement receives the captured groups, and the text after the match as `rest`. */
function step(
  pattern: string,
  write: (match: string, groups: readonly (string | undefined)[], rest: string) => string,
): Step {
  const compiled = pythonPattern(pattern, "g");
  return (text) =>
    text.replaceAll(compiled, (match: string, ...parts: unknown[]) => {
      const offset = parts.findLastIndex((part) => typeof part === "number");
      const groups = parts.slice(0, offset) as (string | undefined)[];
      return write(match, groups, text.slice((parts[offset] as number) + match.length));
    });
}

function timeStep(): Step {
  const pattern = String.raw`\b(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([AaPp])\.?[Mm]\.?(?![A-Za-z]))?(?!\d)`;
  return step(pattern, (match, [hour = "", minute = "", second, half], rest) => {
    if (Number(hour) > 24 || Number(minute) > 59 || Number(second ?? 0) > 59) return match;
    let words = cardinal(hour);
    if (Number(minute) === 0) words += half || second ? "" : " o'clock";
    else words += `${Number(minute) < 10 ? " oh" : ""} ${cardinal(minute)}`;
    if (second) words += ` and ${cardinal(second)} second${Number(second) === 1 ? "" : "s"}`;
    // The lexicon spells letters that are followed by dots.
    if (half) words += ` ${half.toUpperCase()}.M${rest.startsWith(".") ? "" : "."}`;
    return words;
  });
}

function writeDate(
  monthNames: readonly string[],
  year: string | undefined,
  month: number,
  day: number,
): string | undefined {
  const name = monthNames[month - 1];
  if (name === undefined || day < 1 || day > 31) return undefined;
  return `${name} ${ordinal(String(day))}${year ? `, ${year}` : ""}`;
}

function dateStepsWithDigits({ months }: NormaliseTables): Step[] {
  const names = Object.values(months);
  return [
    step(String.raw`\b(\d{4})-(\d{2})-(\d{2})\b`, (match, [year, month, day]) => {
      return writeDate(names, year, Number(month), Number(day)) ?? match;
    }),
    step(
      String.raw`\b(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b`,
      (match, [first, second, short = ""]) => {
        const year = short.length === 2 ? `${Number(short) > 30 ? "19" : "20"}${short}` : short;
        const [a, b] = [Number(first), Number(second)];
        const [month, day] = a <= 12 ? [a, b] : [b, a];
        return writeDate(names, year, month, day) ?? match;
      },
    ),
  ];
}

function moneySteps({ currency }: NormaliseTables): Step[] {
  const nameOf = (symbol: string) => currency[symbol.replace(/\.+$/u, "")] ?? ["", ""];
  const largeWord = (word: string) => largeWords[word.toLowerCase()] ?? word;
  return [
    step(
      `([$£€])(${number})${String.raw`\s?`}${large}`,
      (_match, [symbol = "", amount, scale = ""]) => {
        return `${amount} ${largeWord(scale)} ${nameOf(symbol)[1]}`;
      },
    ),
    step(String.raw`(?<![\w.])(${number})\s?¢`, (_match, [amount = ""]) => {
      return `${amount} ${pluralOf(amount, nameOf("¢"))}`;
    }),
    step(
      String.raw`(?<![\w])([¥₹₩]|Rs\.?|USD|EUR|GBP)\s?(${number})(?:\s?${large})?`,
      (_match, [symbol = "", amount = "", scale]) => {
        const names = nameOf(symbol);
        return scale
          ? `${amount} ${largeWord(scale)} ${names[1]}`
          : `${amount} ${pluralOf(amount, names)}`;
      },
    ),
  ];
}

function pluralOf(amount: string, [one, many]: readonly [string, string]): string {
  return ["1", "1.0", "-1"].includes(amount.replaceAll(",", "")) ? one : many;
}

function unitSteps({ units }: NormaliseTables): Step[] {
  const scales: Readonly<Record<string, string>> = { C: " Celsius", F: " Fahrenheit" };
  return [
    step(
      String.raw`(?<![\w.])(-?${number})\s?°\s?([CF])?(?![\w])`,
      (_match, [amount = "", scale = ""]) =>
        `${amount} ${pluralOf(amount, ["degree", "degrees"])}${scales[scale] ?? ""}`,
    ),
    step(
      String.raw`(?<![\w.])(-?${number})\s?(${alternatives(Object.keys(units))})(?![\w])`,
      (_match, [amount = "", unit = ""]) =>
        `${amount} ${pluralOf(amount, units[unit] ?? [unit, unit])}`,
    ),
  ];
}

function dateStepsWithMonths({ months }: NormaliseTables): Step[] {
  const capitalised = Object.keys(months).map((name) => name[0]?.toUpperCase() + name.slice(1));
  const names = alternatives([...Object.values(months), ...capitalised, "Sept"]);
  const full = (name: string) => months[name.toLowerCase().slice(0, 3)] ?? name;
  const isDay = (day: string) => Number(day) >= 1 && Number(day) <= 31;
  return [
    step(
      String.raw`\b(${names})\.? (\d{1,2})(?:st|nd|rd|th)?\b(?![\d:%])(,? \d{4}\b)?`,
      (match, [month = "", day = "", year = ""]) =>
        isDay(day) ? `${full(month)} ${ordinal(day)}${year}` : match,
    ),
    step(
      String.raw`\b(the )?(\d{1,2}) (?:of )?(${names})\b\.?`,
      (match, [, day = "", month = ""]) =>
        isDay(day) ? `the ${ordinal(day)} of ${full(month)}` : match,
    ),
  ];
}

function abbreviationSteps({ titles, abbreviations }: NormaliseTables): Step[] {
  return [
    step(
      String.raw`\b(${alternatives(Object.keys(titles))})\.? (?=[A-Z])`,
      (_match, [title = ""]) => `${titles[title]} `,
    ),
    step(
      String.raw`(?<![\w.])(${alternatives(Object.keys(abbreviations))})(?![\w])`,
      (_match, [short = ""], rest) => {
        // The full stop of a final abbreviation also ends the sentence.
        const stop = rest === "" && short.endsWith(".") ? "." : "";
        return `${abbreviations[short]}${stop}`;
      },
    ),
    step(String.raw`\b(No|Nos)\. ?(?=\d)`, (_match, [word]) =>
      word === "No" ? "Number " : "Numbers ",
    ),
    step(String.raw`(?<![\w&])#(?=\d)`, () => "number "),
  ];
}

function romanSteps({ roman_cardinal: things, roman_ordinal: names }: NormaliseTables): Step[] {
  const numeral = "((?=[IVXLC])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))";
  const end = String.raw`\b(?![.'’]\w)`;
  return [
    step(
      String.raw`\b(${alternatives(things)}) ${numeral}${end}`,
      (_match, [thing, roman = ""]) => {
        return `${thing} ${readRoman(roman)}`;
      },
    ),
    step(String.raw`\b(${alternatives(names)}) ${numeral}${end}`, (_match, [name, roman = ""]) => {
      return `${name} the ${ordinal(String(readRoman(roman)))}`;
    }),
  ];
}

function readRoman(numeral: string): number {
  const values = Array.from(numeral, (digit) => romanValues[digit] ?? 0);
  return values.reduce((total, value, index) => {
    return total + ((values[index + 1] ?? 0) > value ? -value : value);
  }, 0);
}

function numberSteps({ months }: NormaliseTables): Step[] {
  const names = Object.values(months);
  return [
    // Telephone numbers are read digit by digit, with a pause at each hyphen.
    step(String.raw`(?<![\w.\-])(?:\d{3}-)?\d{3}-\d{4}(?![\w.\-])`, (match) =>
      Array.from(match.replaceAll("-", ", ")).join(" "),
    ),
    step(
      String.raw`(?<![\w.\/])(\d{1,2})\/(\d{1,2})(?![\w.\/])`,
      (_match, [top = "", bottom = ""]) => writeFraction(Number(top), Number(bottom), names),
    ),
    step(
      String.raw`(?<![\w.\-])(\d{1,4})\s?[\-–]\s?(\d{1,4})(?![\w.\-%])`,
      (_match, [from, to]) => `${from} to ${to}`,
    ),
    step(String.raw`(?<![\w+])\+(?=\d)`, () => "plus "),
  ];
}

function writeFraction(top: number, bottom: number, monthNames: readonly string[]): string {
  if (top > 0 && top < bottom && bottom <= 10) {
    const name = fractionNames[bottom - 1] ?? "";
    if (name === "half") return top === 1 ? "one half" : `${top} halves`;
    return `${top} ${name}${top === 1 ? "" : "s"}`;
  }
  const date = top >= 1 ? writeDate(monthNames, undefined, top, bottom) : undefined;
  return date ?? `${top} slash ${bottom}`;
}

function symbolSteps({ symbols }: NormaliseTables): Step[] {
  return Object.entries(symbols).map(([symbol, word]) => {
    const escaped = escapePattern(symbol);
    const pattern = "=<>~".includes(symbol) ? String.raw`(?<=\S) ?${escaped} ?(?=\S)` : escaped;
    return step(pattern, () => (word === "" ? " " : ` ${word} `));
  });
}

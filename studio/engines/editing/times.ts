const numberWords: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  half: 0.5,
};

const number = `(?:\\d+(?:\\.\\d+)?|half an?|${Object.keys(numberWords).join("|")})`;
const unit = "(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m)";

/** Expression of a time: "0:05", "1:02:03.5", "3 seconds", "2.5s", "half a second", "ten". */
export const timePattern = `(?:\\d+:\\d{2}(?::\\d{2})?(?:\\.\\d+)?|${number}(?: ?${unit})?)(?![\\w:])`;

/** Returns the seconds of a text that `timePattern` matches. */
export function readSeconds(text: string): number {
  if (text.includes(":")) {
    return text.split(":").reduce((total, part) => total * 60 + Number(part), 0);
  }
  const value = readNumber(text);
  if (/\d? ?(?:ms|milliseconds?)$/u.test(text)) return value / 1000;
  return /(?:\d ?| |^)(?:minutes?|mins?|m)$/u.test(text) ? value * 60 : value;
}

function readNumber(text: string): number {
  const digits = /^\d+(?:\.\d+)?/u.exec(text)?.[0];
  return digits === undefined ? (numberWords[/^\w+/u.exec(text)?.[0] ?? ""] ?? 1) : Number(digits);
}

const wordClass = String.raw`\p{L}\p{N}_`;
const boundary = `(?:(?<=[${wordClass}])(?![${wordClass}])|(?<![${wordClass}])(?=[${wordClass}]))`;

/** Matches a letter of any script, like Python's `[^\W\d_]`. */
export const letter = String.raw`[\p{L}\p{Nl}\p{No}]`;

/**
 * Builds a regular expression in which `\w`, `\d` and `\b` support all scripts as in Python, not only
 * ASCII as in JavaScript. Does not support `\W` and `\D`.
 */
export function pythonPattern(source: string, flags = ""): RegExp {
  let inClass = false;
  const translated = source.replaceAll(/\\?./gsu, (token) => {
    if (token === "[") inClass = true;
    if (token === "]") inClass = false;
    switch (token) {
      case String.raw`\w`:
        return inClass ? wordClass : `[${wordClass}]`;
      case String.raw`\d`:
        return String.raw`\p{Nd}`;
      case String.raw`\b`:
        return boundary;
      default:
        return token;
    }
  });
  return new RegExp(translated, `${flags}u`);
}

/** Escapes all special characters of a pattern. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

/** Escapes text for use in a character class. */
export function escapeClass(text: string): string {
  return text.replaceAll(/[\\^\]\-[]/gu, String.raw`\$&`);
}

/** Joins words as alternatives of a pattern, longest first. */
export function alternatives(words: readonly string[]): string {
  return words
    .toSorted((left, right) => right.length - left.length)
    .map(escapePattern)
    .join("|");
}

export function isAlphabetic(text: string): boolean {
  return /^\p{L}+$/u.test(text);
}

export function isAsciiDigits(text: string): boolean {
  return /^[0-9]+$/u.test(text);
}

/** Checks for digits like Python's `str.isdigit`: decimal digits of all scripts and superscripts. */
export function isDigits(text: string): boolean {
  return /^[\p{Nd}²³¹⁰⁴-⁹₀-₉]+$/u.test(text);
}

const wordClass = String.raw`\p{L}\p{N}_`;
const boundary = `(?:(?<=[${wordClass}])(?![${wordClass}])|(?<![${wordClass}])(?=[${wordClass}]))`;

/** A letter, as Python's `[^\W\d_]`: what is neither a digit nor punctuation, in any script. */
export const letter = String.raw`[\p{L}\p{Nl}\p{No}]`;

/**
 * Builds a regular expression whose `\w`, `\d` and `\b` know all scripts, as in Python, where
 * JavaScript's know ASCII. `\W` and `\D` are not supported.
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

/** The text with everything that means something in a pattern escaped. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

/** The text for use between brackets of a pattern. */
export function escapeClass(text: string): string {
  return text.replaceAll(/[\\^\]\-[]/gu, String.raw`\$&`);
}

/** Alternatives, the longest first. */
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

/** As Python's `str.isdigit`: decimal digits of all scripts and superscripts. */
export function isDigits(text: string): boolean {
  return /^[\p{Nd}²³¹⁰⁴-⁹₀-₉]+$/u.test(text);
}

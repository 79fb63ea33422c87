/** A word or a part of one. The rules for phonemes complete the fields step by step. */
export interface Token {
  text: string;
  tag: string;
  whitespace: string;
  /** Undefined until the pronunciation is known; empty for silent tokens. */
  phonemes: string | undefined;
  /** True at the start of a word. */
  isHead: boolean;
  /** Word to read instead of `text`. */
  alias: string | undefined;
  currency: string | undefined;
  /** Adds a space before the token's phonemes within a word. */
  prespace: boolean;
}

export function createToken(text: string, tag: string, whitespace: string): Token {
  return {
    text,
    tag,
    whitespace,
    phonemes: undefined,
    isHead: true,
    alias: undefined,
    currency: undefined,
    prespace: false,
  };
}

/** Merges the tokens of a word. Joins their phonemes, or leaves them undefined for a new look-up. */
export function mergeTokens(tokens: readonly Token[], keepPhonemes: boolean): Token {
  const first = tokens[0];
  const last = tokens.at(-1);
  if (!first || !last) throw new Error("There is no token to merge.");
  const currencies = tokens.flatMap(({ currency }) => (currency === undefined ? [] : [currency]));
  return {
    text: tokens
      .map(({ text, whitespace }, index) => text + (index < tokens.length - 1 ? whitespace : ""))
      .join(""),
    tag: tokens.reduce((best, token) =>
      caseWeight(token.text) > caseWeight(best.text) ? token : best,
    ).tag,
    whitespace: last.whitespace,
    phonemes: keepPhonemes ? joinPhonemes(tokens) : undefined,
    isHead: first.isHead,
    alias: undefined,
    currency: currencies.toSorted().at(-1),
    prespace: first.prespace,
  };
}

function joinPhonemes(tokens: readonly Token[]): string {
  return tokens.reduce((joined, { phonemes = "", prespace }) => {
    const needsSpace = prespace && joined !== "" && !/\s$/u.test(joined) && phonemes !== "";
    return joined + (needsSpace ? " " : "") + phonemes;
  }, "");
}

/** Computes the length of a text with capitals counted twice. The heaviest part determines a word's tag. */
function caseWeight(text: string): number {
  return Array.from(text).reduce(
    (sum, character) => sum + (character === character.toLowerCase() ? 1 : 2),
    0,
  );
}

/** A word on its way to phonemes; the rules fill it in step by step. */
export interface Token {
  text: string;
  tag: string;
  whitespace: string;
  /** Undefined until it is known how to say it; empty for what is silent. */
  phonemes: string | undefined;
  /** Whether it starts a word, rather than continuing one. */
  isHead: boolean;
  /** Read as this word instead. */
  alias: string | undefined;
  currency: string | undefined;
  /** Whether a space sounds before it inside its word. */
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

/** The tokens of one word as one token; with their phonemes joined, or to be looked up as a whole. */
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

/** Capitals count double: the tag of the most prominent part is the tag of the whole. */
function caseWeight(text: string): number {
  return Array.from(text).reduce(
    (sum, character) => sum + (character === character.toLowerCase() ? 1 : 2),
    0,
  );
}

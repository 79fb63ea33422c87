import type { Context, Lexicon } from "./lexicon.ts";
import type { Normaliser } from "./normalise.ts";
import { isAlphabetic, isAsciiDigits, letter, pythonPattern } from "./python-pattern.ts";
import { currencyName, isNumber, readNumber } from "./read-number.ts";
import type { Word } from "./split-words.ts";
import { punctuationSounds, splitWords } from "./split-words.ts";
import { applyStress, consonants, hasPrimaryStress, stressWeight, vowels } from "./stress.ts";
import type { Tagger } from "./tag-words.ts";
import type { Token } from "./token.ts";
import { createToken, mergeTokens } from "./token.ts";
import type { Tokeniser } from "./tokenise.ts";

export interface PhonemiseParts {
  readonly normalise: Normaliser;
  readonly tokenise: Tokeniser;
  readonly tag: Tagger;
  readonly lexicon: Lexicon;
  /** Pronounces a word that no dictionary contains. Undefined when none of its letters is known. */
  readonly pronounceUnknown: (word: string) => Promise<string | undefined>;
}

const silentMarks = new Set("',-._‘’/");
const pauses = new Set([...punctuationSounds].filter((mark) => !'"“”'.includes(mark)));
const fallbackPieces = pythonPattern(
  String.raw`${letter}+(?:['’]${letter}+)*|\d+(?:[,.]\d+)*|[^\w\s]+`,
  "g",
);
const symbolSounds: Readonly<Record<string, string>> = {
  "/": "slˈæʃ",
  "=": "ˈikwᵊlz",
  "+": "plˈʌs",
  "&": "ænd",
  "@": "æt",
  "%": "pəɹsˈɛnt",
  "#": "hˈæʃ",
  "*": "ˈæstəɹˌɪsk",
  "~": "tˈɪldə",
  "^": "kˈɛɹət",
  "<": "lˈɛs ðən",
  ">": "ɡɹˈATəɹ ðən",
  "—": "—",
};

/** Converts a sentence to phonemes of the voice's alphabet, including punctuation. */
export async function phonemise(text: string, parts: PhonemiseParts): Promise<string> {
  const normal = parts.normalise(text.replaceAll(/\[([^\]]+)\]\([^)]*\)/gu, "$1"));
  const pieces = parts.tokenise(normal);
  const tags = parts.tag(pieces.map((piece) => piece.text));
  const tokens = pieces.map((piece, index) =>
    createToken(piece.text, tags[index] ?? "NN", piece.whitespace),
  );
  const words = splitWords(tokens);
  await readWords(words, parts);
  return words
    .map((word) => (Array.isArray(word) ? mergeTokens(word, true) : word))
    .map(({ phonemes = "", whitespace }) => {
      return phonemes.replaceAll("ɾ", "T").replaceAll("ʔ", "t") + (whitespace === "" ? "" : " ");
    })
    .join("")
    .trim();
}

/** Reads words from the last to the first, because the sound of "the" depends on the next word. */
async function readWords(words: readonly Word[], parts: PhonemiseParts): Promise<void> {
  let context: Context = { futureVowel: undefined, futureTo: false };
  for (const word of words.toReversed()) {
    if (Array.isArray(word)) {
      context = await readCompound(word, context, parts);
      continue;
    }
    word.phonemes ??= readToken(word, context, parts.lexicon) ?? (await readUnknown(word, parts));
    context = nextContext(context, word.phonemes, word);
  }
}

/**
 * Splits an unknown word into its longest known pieces, starting at the end: "multi-tasking" into
 * "tasking" and "multi". If a piece is in no dictionary, reads the whole word as unknown.
 */
async function readCompound(
  tokens: Token[],
  before: Context,
  parts: PhonemiseParts,
): Promise<Context> {
  let context = before;
  let [left, right] = [0, tokens.length];
  while (left < right) {
    const span = tokens.slice(left, right);
    const isOpen = span.every(
      ({ alias, phonemes }) => alias === undefined && phonemes === undefined,
    );
    const merged = isOpen ? mergeTokens(span, false) : undefined;
    const phonemes = merged && readToken(merged, context, parts.lexicon);
    if (merged && phonemes !== undefined) {
      for (const [index, token] of span.entries()) token.phonemes = index === 0 ? phonemes : "";
      context = nextContext(context, phonemes, merged);
      right = left;
      left = 0;
    } else if (left + 1 < right) {
      left += 1;
    } else {
      right -= 1;
      left = 0;
      const token = tokens[right];
      if (!token || token.phonemes !== undefined) continue;
      if (!isSilent(token.text)) {
        const whole = await readUnknown(mergeTokens(tokens, false), parts);
        for (const [index, one] of tokens.entries()) one.phonemes = index === 0 ? whole : "";
        return context;
      }
      token.phonemes = "";
    }
  }
  balanceStress(tokens);
  return context;
}

function readToken(token: Token, context: Context, lexicon: Lexicon): string | undefined {
  const written = (token.alias ?? token.text).replaceAll(/[‘’]/gu, "'").normalize("NFKC");
  const text = written.replaceAll(/\p{Nd}/gu, toAsciiDigit);
  const capitals = text === text.toUpperCase() ? 2 : 0.5;
  const stress = text === text.toLowerCase() ? undefined : capitals;
  const phonemes = lexicon.readWord({ text, tag: token.tag, stress }, context);
  if (phonemes !== undefined) {
    const name = token.currency === undefined ? undefined : currencyName(token.currency, lexicon);
    return name === undefined ? phonemes : `${phonemes} ${name}`;
  }
  if (!isNumber(text, token.isHead)) return undefined;
  return readNumber(text, token.currency, token.isHead, lexicon);
}

/** Converts a digit of any script. The ten digits of a script have consecutive code points. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return isAsciiDigits(digit) ? digit : String(value);
}

async function readUnknown(token: Token, parts: PhonemiseParts): Promise<string> {
  const sounds: string[] = [];
  for (const [piece] of token.text.matchAll(fallbackPieces)) {
    const sound = await readUnknownPiece(piece, parts);
    if (sound) sounds.push(sound);
  }
  return sounds.join(" ");
}

async function readUnknownPiece(piece: string, parts: PhonemiseParts): Promise<string | undefined> {
  const first = Array.from(piece)[0] ?? "";
  if (/\p{Nd}/u.test(first)) {
    return readNumber(piece.replaceAll(/\p{Nd}/gu, toAsciiDigit), undefined, false, parts.lexicon);
  }
  if (isAlphabetic(first)) return parts.pronounceUnknown(piece);
  return Array.from(piece, (symbol) => symbolSounds[symbol] ?? "").join("");
}

function nextContext(context: Context, phonemes: string, token: Token): Context {
  const sound = Array.from(phonemes).find(
    (one) => vowels.has(one) || consonants.has(one) || pauses.has(one),
  );
  const futureVowel = sound === undefined ? context.futureVowel : soundsLikeVowel(sound);
  const isTo = token.text === "to" || token.text === "To";
  const isCapitalTo = token.text === "TO" && (token.tag === "TO" || token.tag === "IN");
  return { futureVowel, futureTo: isTo || isCapitalTo };
}

function soundsLikeVowel(sound: string): boolean | undefined {
  return pauses.has(sound) ? undefined : vowels.has(sound);
}

function isSilent(text: string): boolean {
  return Array.from(text).every((character) => silentMarks.has(character));
}

/** Weakens the stress of some parts of a compound word, and places the spaces between its parts. */
function balanceStress(tokens: readonly Token[]): void {
  const text = tokens
    .map((token, index) => token.text + (index < tokens.length - 1 ? token.whitespace : ""))
    .join("");
  const kinds = new Set(
    Array.from(text)
      .filter((character) => !silentMarks.has(character))
      .map(kindOf),
  );
  const prespace = text.includes(" ") || text.includes("/") || kinds.size > 1;
  for (const [index, token] of tokens.entries()) {
    if (token.phonemes === undefined) {
      if (index === tokens.length - 1 && pauses.has(token.text)) token.phonemes = token.text;
      else if (isSilent(token.text)) token.phonemes = "";
    } else if (index > 0) {
      token.prespace = prespace;
    }
  }
  if (!prespace) weaken(tokens.filter(({ phonemes }) => phonemes));
}

function weaken(sounding: readonly Token[]): void {
  const [first, second] = sounding;
  if (sounding.length === 2 && first && second && first.text.length === 1) {
    second.phonemes = applyStress(second.phonemes ?? "", -0.5);
    return;
  }
  const ranked = sounding.map((token, index) => {
    const phonemes = token.phonemes ?? "";
    return { token, index, stressed: hasPrimaryStress(phonemes), weight: stressWeight(phonemes) };
  });
  const stressedCount = ranked.filter(({ stressed }) => stressed).length;
  if (ranked.length < 2 || stressedCount <= Math.floor((ranked.length + 1) / 2)) return;
  const weakest = ranked
    .toSorted(
      (left, right) =>
        Number(left.stressed) - Number(right.stressed) ||
        left.weight - right.weight ||
        left.index - right.index,
    )
    .slice(0, Math.floor(ranked.length / 2));
  for (const { token } of weakest) token.phonemes = applyStress(token.phonemes ?? "", -0.5);
}

function kindOf(character: string): number {
  if (isAlphabetic(character)) return 0;
  return isAsciiDigits(character) ? 1 : 2;
}

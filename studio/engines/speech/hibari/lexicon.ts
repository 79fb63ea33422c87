import { isAlphabetic } from "./python-pattern.ts";
import {
  applyStress,
  hasPrimaryStress,
  raiseLastStress,
  withPrimaryStress,
  withSecondaryStress,
} from "./stress.ts";

/** Phonemes of a word, or of each part of speech. Null means that the word is spelled. */
export type Entry = string | Readonly<Record<string, string | null>>;

/** Context after a word. Known in advance, because words are read from the last to the first. */
export interface Context {
  /** True before a vowel, false before another sound, undefined before a pause. */
  readonly futureVowel: boolean | undefined;
  /** True before the word "to". */
  readonly futureTo: boolean;
}

/** A word to look up. */
interface Word {
  readonly text: string;
  readonly tag: string | undefined;
  readonly stress?: number | undefined;
}

export interface Lexicon {
  /** Reads a word with context rules and endings ("walks", "walked"). Undefined for unknown words. */
  readWord(word: Word, context: Context): string | undefined;
  /** Looks up a word without separating its endings. */
  lookUp(word: Word, context?: Context): string | undefined;
  withPlural(stem: string | undefined): string | undefined;
  withPast(stem: string | undefined): string | undefined;
  withProgressive(stem: string | undefined): string | undefined;
}

const knownCharacters = /^[A-Za-z'-]*$/u;
const flappingSounds = new Set("AIOWYiuæɑəɛɪɹʊʌ");
const symbolWords: Readonly<Record<string, string>> = {
  "%": "percent",
  "&": "and",
  "+": "plus",
  "@": "at",
};
const addedSymbols: Readonly<Record<string, string>> = { ".": "dot", "/": "slash" };

/** Creates a lexicon from a verified dictionary (`gold`) and a larger, less reliable one (`silver`). */
export function createLexicon(
  gold: ReadonlyMap<string, Entry>,
  silver: ReadonlyMap<string, Entry>,
): Lexicon {
  const inGold = (word: string) => findCased(gold, word);
  const inSilver = (word: string) => findCased(silver, word);

  function isKnown(word: string): boolean {
    if (
      inGold(word) !== undefined ||
      Object.hasOwn(symbolWords, word) ||
      inSilver(word) !== undefined
    )
      return true;
    if (!isAlphabetic(word) || !knownCharacters.test(word)) return false;
    if (word.length === 1) return true;
    if (word === word.toUpperCase() && inGold(word.toLowerCase()) !== undefined) return true;
    return word.slice(1) === word.slice(1).toUpperCase();
  }

  /** Spells a word. */
  function spell(word: string): string | undefined {
    const letters = Array.from(word)
      .filter(isAlphabetic)
      .map((letter) => inGold(letter.toUpperCase()));
    if (!letters.every((letter) => typeof letter === "string")) return undefined;
    return raiseLastStress(applyStress(letters.join(""), 0));
  }

  function lookUp({ text, tag, stress }: Word, context?: Context): string | undefined {
    const isUpper = text === text.toUpperCase() && inGold(text) === undefined;
    const word = isUpper ? text.toLowerCase() : text;
    const isName = isUpper && tag === "NNP";
    const entry = inGold(word) ?? (isName ? undefined : inSilver(word));
    const phonemes = typeof entry === "object" ? chooseReading(entry, tag, context) : entry;
    if (phonemes === undefined || (isName && !hasPrimaryStress(phonemes))) {
      const spelled = spell(word);
      if (spelled !== undefined) return spelled;
    }
    return phonemes === undefined ? undefined : applyStress(phonemes, stress);
  }

  /** Reads function words whose pronunciation depends on their context. */
  function readSpecial(word: Word, context: Context): string | undefined {
    const { text, tag = "", stress } = word;
    const { futureVowel, futureTo } = context;
    const added = tag === "ADD" ? addedSymbols[text] : undefined;
    if (added !== undefined) return lookUp({ text: added, tag: undefined, stress: -0.5 }, context);
    const symbol = Object.hasOwn(symbolWords, text) ? symbolWords[text] : undefined;
    if (symbol !== undefined) return lookUp({ text: symbol, tag: undefined }, context);
    if (isDotted(text)) return spell(text);
    const asString = (entry: Entry | undefined) => (typeof entry === "string" ? entry : undefined);
    if (text === "a" || text === "A") return tag === "DT" ? "ɐ" : withPrimaryStress("A");
    if (["am", "Am", "AM"].includes(text)) {
      if (tag.startsWith("NN")) return spell(text);
      const isStressed = stress !== undefined && stress > 0;
      if (futureVowel === undefined || text !== "am" || isStressed) return asString(inGold("am"));
      return "ɐm";
    }
    if (["an", "An", "AN"].includes(text)) {
      return text === "AN" && tag.startsWith("NN") ? spell(text) : "ɐn";
    }
    if (text === "I" && tag === "PRP") return withSecondaryStress("I");
    if (["by", "By", "BY"].includes(text) && parentTag(tag) === "ADV") return "bˈI";
    if (text === "to" || text === "To" || (text === "TO" && (tag === "TO" || tag === "IN"))) {
      if (futureVowel === undefined) return asString(inGold("to"));
      return futureVowel ? "tʊ" : "tə";
    }
    if (text === "in" || text === "In" || (text === "IN" && tag !== "NNP")) {
      return futureVowel === undefined || tag !== "IN" ? withPrimaryStress("ɪn") : "ɪn";
    }
    if (text === "the" || text === "The" || (text === "THE" && tag === "DT")) {
      return futureVowel === true ? "ði" : "ðə";
    }
    if (tag === "IN" && /^vs\.?$/iu.test(text))
      return lookUp({ text: "versus", tag: undefined }, context);
    if (["used", "Used", "USED"].includes(text)) {
      const entry = inGold("used");
      if (typeof entry !== "object") return entry;
      const isHabit = (tag === "VBD" || tag === "JJ") && futureTo;
      return (isHabit ? entry["VBD"] : entry["DEFAULT"]) ?? undefined;
    }
    return undefined;
  }

  function readPlural({ text, ...rest }: Word, context?: Context): string | undefined {
    if (text.length < 3 || !text.endsWith("s")) return undefined;
    const stem = [
      text.endsWith("ss") ? undefined : text.slice(0, -1),
      text.endsWith("'s") || (text.length > 4 && text.endsWith("es") && !text.endsWith("ies"))
        ? text.slice(0, -2)
        : undefined,
      text.length > 4 && text.endsWith("ies") ? `${text.slice(0, -3)}y` : undefined,
    ].find((candidate) => candidate !== undefined && isKnown(candidate));
    if (stem === undefined) return undefined;
    return withPlural(lookUp({ ...rest, text: stem }, context));
  }

  function readPast({ text, ...rest }: Word, context?: Context): string | undefined {
    if (text.length < 4 || !text.endsWith("d")) return undefined;
    const stem = [
      text.endsWith("dd") ? undefined : text.slice(0, -1),
      text.length > 4 && text.endsWith("ed") && !text.endsWith("eed")
        ? text.slice(0, -2)
        : undefined,
    ].find((candidate) => candidate !== undefined && isKnown(candidate));
    if (stem === undefined) return undefined;
    return withPast(lookUp({ ...rest, text: stem }, context));
  }

  function readProgressive({ text, ...rest }: Word, context?: Context): string | undefined {
    if (text.length < 5 || !text.endsWith("ing")) return undefined;
    const isDoubled = /([bcdgklmnprstvxz])\1ing$|cking$/u.test(text);
    const stem = [
      text.length > 5 ? text.slice(0, -3) : undefined,
      `${text.slice(0, -3)}e`,
      text.length > 5 && isDoubled ? text.slice(0, -4) : undefined,
    ].find((candidate) => candidate !== undefined && isKnown(candidate));
    if (stem === undefined) return undefined;
    return withProgressive(lookUp({ ...rest, text: stem }, context));
  }

  /** Lower-cases a word, for example at the start of a sentence, when only the lower-case form is known. */
  function foldCase(word: Word, context: Context): string {
    const { text, tag } = word;
    const small = text.toLowerCase();
    const isCandidate =
      text.length > 1 &&
      isAlphabetic(text.replaceAll("'", "")) &&
      text !== small &&
      (tag !== "NNP" || text.length > 7) &&
      inGold(text) === undefined &&
      inSilver(text) === undefined &&
      (text === text.toUpperCase() || text.slice(1) === small.slice(1));
    if (!isCandidate) return text;
    const folded = { ...word, text: small };
    const isReadable =
      inGold(small) !== undefined ||
      inSilver(small) !== undefined ||
      [readPlural, readPast, readProgressive].some((read) => read(folded, context));
    return isReadable ? small : text;
  }

  return {
    lookUp,
    withPlural,
    withPast,
    withProgressive,
    readWord(word, context) {
      const special = readSpecial(word, context);
      if (special !== undefined) return special;
      const text = foldCase(word, context);
      const folded = { ...word, text };
      if (isKnown(text)) return lookUp(folded, context);
      const possessive = `${text.slice(0, -2)}'s`;
      if (text.endsWith("s'") && isKnown(possessive)) {
        return lookUp({ ...word, text: possessive }, context);
      }
      if (text.endsWith("'") && isKnown(text.slice(0, -1))) {
        return lookUp({ ...word, text: text.slice(0, -1) }, context);
      }
      return (
        readPlural(folded, context) ??
        readPast(folded, context) ??
        readProgressive({ ...folded, stress: word.stress ?? 0.5 }, context)
      );
    },
  };

  function chooseReading(
    entry: Readonly<Record<string, string | null>>,
    tag: string | undefined,
    context: Context | undefined,
  ): string | undefined {
    const isFinal = context !== undefined && context.futureVowel === undefined;
    const exact = isFinal && "None" in entry ? "None" : (tag ?? "");
    const chosen = exact in entry ? exact : (parentTag(tag) ?? "");
    return (chosen in entry ? entry[chosen] : entry["DEFAULT"]) ?? undefined;
  }
}

/** Finds the entry of a word, else the entry of the same word with the other capitalisation. */
function findCased(entries: ReadonlyMap<string, Entry>, word: string): Entry | undefined {
  const entry = entries.get(word);
  if (entry !== undefined || word.length < 2) return entry;
  const small = word.toLowerCase();
  const capitalised = small.charAt(0).toUpperCase() + small.slice(1);
  if (word === small) return capitalised === word ? undefined : entries.get(capitalised);
  return word === capitalised ? entries.get(small) : undefined;
}

/** Matches "U.S." and "e.g", but not "example.com". */
function isDotted(text: string): boolean {
  const inner = text.replace(/^\.+|\.+$/gu, "");
  if (!inner.includes(".") || !isAlphabetic(text.replaceAll(".", ""))) return false;
  return Math.max(...text.split(".").map((piece) => piece.length)) < 3;
}

function parentTag(tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined;
  if (tag.startsWith("VB")) return "VERB";
  if (tag.startsWith("NN")) return "NOUN";
  if (tag.startsWith("ADV") || tag.startsWith("RB")) return "ADV";
  if (tag.startsWith("ADJ") || tag.startsWith("JJ")) return "ADJ";
  return tag;
}

function withPlural(stem: string | undefined): string | undefined {
  if (!stem) return undefined;
  const last = stem.at(-1) ?? "";
  if ("ptkfθ".includes(last)) return `${stem}s`;
  return "szʃʒʧʤ".includes(last) ? `${stem}ᵻz` : `${stem}z`;
}

function withPast(stem: string | undefined): string | undefined {
  if (!stem) return undefined;
  const last = stem.at(-1) ?? "";
  if ("pkfθʃsʧ".includes(last)) return `${stem}t`;
  if (last === "d") return `${stem}ᵻd`;
  if (last !== "t") return `${stem}d`;
  if (stem.length < 2) return `${stem}ɪd`;
  return flappingSounds.has(stem.at(-2) ?? "") ? `${stem.slice(0, -1)}ɾᵻd` : `${stem}ᵻd`;
}

function withProgressive(stem: string | undefined): string | undefined {
  if (!stem) return undefined;
  const isFlapped = stem.length > 1 && stem.endsWith("t") && flappingSounds.has(stem.at(-2) ?? "");
  return isFlapped ? `${stem.slice(0, -1)}ɾɪŋ` : `${stem}ɪŋ`;
}

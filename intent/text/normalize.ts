/** Characters of a message that are analysed; further ones only belong to the subject. */
export const analysedCharactersMax = 4000;

const ascii = /^[\x20-\x7e]*$/;

/**
 * Normalizes words for comparison: compatibility characters unified, lower case, without the accents of
 * Latin, Cyrillic and Arabic script. Vowel signs of Indic scripts and Japanese voicing marks carry meaning
 * and are kept.
 */
export function fold(text: string): string {
  // Only its case differs, and most words are of this kind.
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u064b-\u0655]/g, "")
    .normalize("NFC")
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/ß/g, "ss")
    .replace(/ı/g, "i")
    .replace(/ł/g, "l")
    .replace(/ø/g, "o");
}

/**
 * Folds each character separately, so that positions in the result equal positions in the original. Use it
 * where a match is cut out of the original text.
 */
export function foldInPlace(text: string): string {
  return text.replace(/[A-Z]+|[\u0080-\u{10ffff}]/gu, (match) =>
    match < "\u0080" ? match.toLowerCase() : foldCharacter(match),
  );
}

/** Cuts matching characters off the end of a text, in linear time: `/[.]+$/` is tried at each run of them. */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** A text is folded for each of its readers, so that the characters of a script are folded once. */
const foldedCharacters = new Map<string, string>();
const foldedCharactersMax = 10_000;

function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const candidate = fold(character);
  const folded = candidate.length === character.length ? candidate : sameLength(character);
  if (foldedCharacters.size < foldedCharactersMax) foldedCharacters.set(character, folded);
  return folded;
}

/** "ß" and "…" become longer, and a lone accent disappears; for these only the case is folded. */
function sameLength(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}

/** Quotation marks by opening mark. The straight apostrophe is excluded, because it is also an accent. */
const quotes =
  /"([^"\n]{1,2000})"|“([^“”]{1,2000})”|«([^«»]{1,2000})»|„([^„“”]{1,2000})[“”]|「([^「」]{1,2000})」|『([^『』]{1,2000})』|(?<![\p{L}\p{N}])'([^'\n]{2,2000})'(?![\p{L}\p{N}])/gu;

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Quote extends Span {
  readonly text: string;
}

/** Lists quoted passages in the order of the message. */
export function listQuotes(text: string): Quote[] {
  return [...text.matchAll(quotes)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match.slice(1).find((group) => group !== undefined) ?? "",
  }));
}

/**
 * Position of the colon between a request and its text, or -1. Colons in a time, a ratio or a URL do not
 * count.
 */
export function findColon(text: string): number {
  const match = /(?<!\d)[:：](?!\/\/)|[:：](?!\d|\/\/)/u.exec(text);
  return match && match.index <= 200 ? match.index : -1;
}

/** A unit of text that the blocklist compares: a word, or a character of a script that has no spaces. */
export interface TextToken {
  readonly text: string;
  /** Form in which look-alike characters are equal; null for a token without any. */
  readonly skeleton: string | null;
}

/** Joins and separates characters invisibly: format characters, soft hyphens, variation selectors, fillers. */
const invisible = /[\p{Cf}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]/gu;

/** Marks that a word keeps its meaning without. Vowel signs of other scripts are letters. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;

/** Words; `@` and `$` are letters between letters. */
const words = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}'’@$]*[\p{L}\p{M}\p{N}])?/gu;

/** Scripts that separate no words by spaces: each character is a token. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspacedParts = new RegExp(`${unspaced.source}\\p{M}*|[^${unspaced.source.slice(1)}+`, "gu");

/** Characters of other scripts, and digits, that look like a Latin letter. */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: "аαɑ4@",
    b: "ьв8",
    c: "сϲ",
    d: "ԁ",
    e: "еєε3",
    f: "ғϝ",
    g: "ԍɡ9",
    h: "һн",
    i: "іιıl|1!ӏ",
    j: "јϳ",
    k: "кκ",
    m: "м",
    n: "пη",
    o: "оοσ0",
    p: "рρ",
    q: "ԛ",
    r: "гɾ",
    s: "ѕ5$",
    t: "тτ7",
    u: "υ",
    v: "ѵν",
    w: "ԝωш",
    x: "хχ",
    y: "уγү",
    z: "2ʐ",
  }).flatMap(([letter, others]) => Array.from(others).map((other) => [other, letter])),
);

/** A word that a person may have written to evade: digits or signs among letters, or two scripts in one word. */
function isSuspicious(word: string): boolean {
  const hasLatin = /\p{Script=Latin}/u.test(word);
  if (/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)) {
    return hasLatin || Array.from(word).every((character) => character in lookAlikes);
  }
  return hasLatin && /[\d@$]/.test(word);
}

/** The form of a word in which all characters that look alike are equal. */
export function skeletonOf(word: string): string {
  return Array.from(word, (character) => lookAlikes[character] ?? character).join("");
}

/**
 * Divides a text into the tokens by which the blocklist compares: compatibility forms (NFKC), lower case, without
 * accents, apostrophes and invisible characters. Takes time linear in the text's length.
 */
export function tokensOf(text: string): TextToken[] {
  const folded = text
    .normalize("NFKD")
    .replace(invisible, "")
    .toLowerCase()
    .replace(accents, "")
    .normalize("NFC")
    .replaceAll("ß", "ss");
  return Array.from(folded.matchAll(words), ([word]) => word.replaceAll(/['’]/g, "")).flatMap(
    (word) =>
      (unspaced.test(word) ? (word.match(unspacedParts) ?? []) : [word]).map((part) => ({
        text: part,
        skeleton: isSuspicious(part) ? skeletonOf(part) : null,
      })),
  );
}

import { skeletonOf, type TextToken, tokensOf } from "./text-tokens.ts";

/** Terms in the form in which texts are compared. */
export interface Blocklist {
  readonly terms: number;
  readonly plain: Node;
  readonly skeletons: Node;
  readonly prefixes: ReadonlySet<string>;
  /** First letters of terms of one word, plain and as skeletons. */
  readonly openings: ReadonlySet<string>;
}

/** Tokens that continue a term; `isEnd` where a term ends. */
interface Node {
  isEnd: boolean;
  readonly next: Map<string, Node>;
}

/** Limits of a term. With the number of tokens they bound the time of a check. */
export const termCharactersMax = 100;
const termTokensMax = 32;
const prefixCharactersMin = 2;
const prefixCharactersMax = 32;
/** Letters that a text may write one by one, as in "b o m b". */
const spelledMin = 3;
const spelledMax = 16;

/** Returns the problem of a term; null for a usable one. */
export function termProblem(term: string): string | null {
  if (term.length > termCharactersMax) return `Must have at most ${termCharactersMax} characters.`;
  const tokens = tokensOf(term);
  const [first] = tokens;
  if (first === undefined) return "Must have a letter or a digit.";
  if (tokens.length > termTokensMax) return `Must have at most ${termTokensMax} words.`;
  const { length } = first.text;
  const isWrongPrefix =
    isPrefix(term) &&
    (tokens.length > 1 || length < prefixCharactersMin || length > prefixCharactersMax);
  return isWrongPrefix
    ? `Must have one word of ${prefixCharactersMin} to ${prefixCharactersMax} letters before the asterisk.`
    : null;
}

function isPrefix(term: string): boolean {
  return term.trimEnd().endsWith("*");
}

/** Compiles terms that `termProblem` accepts; `bomb*` also matches longer words that begin with it. */
export function toBlocklist(terms: Iterable<string>): Blocklist {
  const [plain, skeletons] = [newNode(), newNode()];
  const prefixes = new Set<string>();
  const openings = new Set<string>();
  let count = 0;
  for (const term of terms) {
    const tokens = tokensOf(term).map(({ text }) => text);
    const [first] = tokens;
    if (first === undefined) continue;
    count += 1;
    if (isPrefix(term)) prefixes.add(first);
    insert(plain, tokens);
    insert(skeletons, tokens.map(skeletonOf));
    for (const form of [first, skeletonOf(first)]) openings.add(form.slice(0, spelledMin));
  }
  return { terms: count, plain, skeletons, prefixes, openings };
}

function newNode(): Node {
  return { isEnd: false, next: new Map() };
}

function insert(root: Node, tokens: readonly string[]): void {
  let node = root;
  for (const token of tokens) {
    const next = node.next.get(token) ?? newNode();
    node.next.set(token, next);
    node = next;
  }
  node.isEnd = true;
}

/**
 * Returns whether a text has a term as whole words. Takes time linear in the text, whatever the terms are: from each
 * token it looks at most 32 tokens, or 32 characters, ahead.
 */
export function matchesBlocklist(text: string, list: Blocklist): boolean {
  if (list.terms === 0) return false;
  const tokens = tokensOf(text);
  const isDisguised = tokens.some(({ skeleton }) => skeleton !== null);
  return tokens.some(
    (token, index) =>
      hasPrefix(token.text, list.prefixes) ||
      hasTerm(tokens, index, list) ||
      (isDisguised && hasSkeleton(tokens, index, list)) ||
      hasSpelledTerm(tokens, index, list),
  );
}

function hasPrefix(word: string, prefixes: ReadonlySet<string>): boolean {
  if (prefixes.size === 0) return false;
  const longest = Math.min(word.length, prefixCharactersMax);
  for (let length = prefixCharactersMin; length <= longest; length += 1) {
    if (prefixes.has(word.slice(0, length))) return true;
  }
  return false;
}

function hasTerm(tokens: readonly TextToken[], from: number, { plain }: Blocklist): boolean {
  let node: Node | undefined = plain;
  for (let index = from; index < tokens.length; index += 1) {
    node = node.next.get(tokens[index]?.text ?? "");
    if (node === undefined) return false;
    if (node.isEnd) return true;
  }
  return false;
}

/** Compares look-alike characters as equal, where at least one of the words has any. */
function hasSkeleton(
  tokens: readonly TextToken[],
  from: number,
  { skeletons }: Blocklist,
): boolean {
  let node: Node | undefined = skeletons;
  let isDisguised = false;
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) return false;
    isDisguised ||= token.skeleton !== null;
    node = node.next.get(token.skeleton ?? skeletonOf(token.text));
    if (node === undefined) return false;
    if (node.isEnd && isDisguised) return true;
  }
  return false;
}

/** Joins words of one character. */
function hasSpelledTerm(
  tokens: readonly TextToken[],
  from: number,
  { plain, skeletons, openings }: Blocklist,
): boolean {
  let joined = "";
  for (let index = from; index < Math.min(tokens.length, from + spelledMax); index += 1) {
    const { text = "" } = tokens[index] ?? {};
    if (text.length !== 1) return false;
    joined += text;
    if (joined.length < spelledMin) continue;
    const skeleton = /\d/.test(joined) ? skeletonOf(joined) : null;
    if (joined.length === spelledMin) {
      if (!openings.has(joined) && !(skeleton !== null && openings.has(skeleton))) return false;
    }
    if (plain.next.get(joined)?.isEnd === true) return true;
    if (skeleton !== null && skeletons.next.get(skeleton)?.isEnd === true) return true;
  }
  return false;
}

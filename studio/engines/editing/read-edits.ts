import type { EditStep } from "./edit-step.ts";
import { readClause } from "./read-clause.ts";

export interface ReadEdits {
  readonly steps: readonly EditStep[];
  /** Clauses of the text that name no edit, as they were written. */
  readonly notApplied: readonly string[];
}

/** Steps that later changes of time or frames would spoil run after them. */
const lateness: Partial<Record<EditStep["operation"], number>> = {
  overlayText: 1,
  subtitles: 1,
  overlay: 1,
  fade: 2,
  convert: 3,
};

/**
 * Reads the edits that a text names, clause by clause. Every clause becomes steps or is listed as not
 * applied.
 */
export function readEdits(text: string): ReadEdits {
  const { plain, quotes } = takeQuotes(text.normalize("NFC"));
  const steps: EditStep[] = [];
  const notApplied: string[] = [];
  let verb = "";
  for (const clause of splitClauses(plain)) {
    const words = clause.toLowerCase();
    if (isPolite(words)) continue;
    // "Cut the first 3 seconds and the last 2": the verb of the clause before counts.
    const found = readClause(words, quotes) ?? readClause(`${verb} ${words}`, quotes);
    verb = /^(?:please |then |also )*(\p{L}+)/u.exec(words)?.[1] ?? verb;
    if (found === null) notApplied.push(restoreQuotes(clause, quotes));
    else steps.push(...found);
  }
  const order = ({ operation }: EditStep) => lateness[operation] ?? 0;
  return { steps: steps.toSorted((left, right) => order(left) - order(right)), notApplied };
}

const quoted =
  /"([^"]{1,500})"|“([^”]{1,500})”|„([^“”]{1,500})[“”]|«([^»]{1,500})»|(?<![\p{L}\p{N}])['‘]((?:[^'‘’]|['’](?=\p{L})){1,500})['’](?![\p{L}\p{N}])/gu;

/** The text of "a title saying Summer at the end", up to a place, a time or the next clause. */
const said =
  /\b(saying|says|reading|that reads)[: ]+(?!§)([^§,;.!?\n]{1,200}?)(?= (?:at|in|on|for|from|over|near) (?:the|a|\d)| (?:and|then) |[,;.!?\n]|$)/giu;

/** Replaces quotations by `§0§`, `§1§` and so on, so that their words are not read as edits. */
function takeQuotes(text: string): { plain: string; quotes: string[] } {
  const quotes: string[] = [];
  const plain = text.replaceAll("§", " ").replace(quoted, (_all, ...groups) => {
    const content = groups.slice(0, 5).find((group) => typeof group === "string");
    quotes.push(String(content).trim());
    return `§${quotes.length - 1}§`;
  });
  const whole = plain.replace(said, (_all, verb: string, content: string) => {
    quotes.push(content.trim());
    return `${verb} §${quotes.length - 1}§`;
  });
  return { plain: whole, quotes };
}

function restoreQuotes(clause: string, quotes: readonly string[]): string {
  return clause.replace(/§(\d+)§/gu, (_all, index: string) => `'${quotes[Number(index)] ?? ""}'`);
}

/** Words with "and" that are one expression. */
const joined = [
  [/\bblack (?:and|&|n) white\b/giu, "black-and-white"],
  [/\bin (?:and|&) out\b/giu, "in-and-out"],
  [/\bfirst (?:and|&)(?: the)? last\b/giu, "first-and-last"],
  [/\b(between [\d:.]+(?: ?\w+)?) and /giu, "$1 to "],
] as const;

function splitClauses(text: string): string[] {
  const whole = joined.reduce((result, [pattern, word]) => result.replace(pattern, word), text);
  return whole
    .split(/[,;!?\n]+|\.(?=\s|$)|\s(?:and then|then|and|also|plus|&|after that)(?=\s)/iu)
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

function isPolite(words: string): boolean {
  return /^(?:please|thanks?(?: you)?|hi|hello|(?:can|could) you|(?:please )?edit (?:this|the|my|it)(?: \w+)?|finally|first|next)$/u.test(
    words,
  );
}

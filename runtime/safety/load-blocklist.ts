import { readFileSync } from "node:fs";

import { termProblem, toBlocklist, type Blocklist } from "#domain/safety/blocklist.ts";

/** Limits of the platform's blocklist. */
const fileCharactersMax = 2_097_152;
const termsMax = 20_000;

/**
 * Reads a file of terms, one a line in UTF-8; empty lines and lines that begin with `#` are skipped. Throws an error that
 * names the line of a term that cannot be used, so that a mistake is found at the start and not by what passes.
 */
export function loadBlocklist(path: string | undefined): Blocklist {
  if (path === undefined) return toBlocklist([]);
  const text = readFileSync(path, "utf8");
  if (text.length > fileCharactersMax) {
    throw new Error(`BLOCKLIST_FILE: has more than ${fileCharactersMax} characters`);
  }
  const terms: string[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    const term = line.trim();
    if (term === "" || term.startsWith("#")) continue;
    const problem = termProblem(term);
    if (problem !== null) throw new Error(`BLOCKLIST_FILE: line ${index + 1}: ${problem}`);
    terms.push(term);
  }
  if (terms.length > termsMax) throw new Error(`BLOCKLIST_FILE: has more than ${termsMax} terms`);
  return toBlocklist(terms);
}

import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

import { CliError, exitCodes } from "./cli-error.ts";
import { toTable } from "./terminal-text.ts";

/** Results go to standard output, and everything else to standard error. */
export function printResult(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

export function printJson(value: unknown): void {
  printResult(JSON.stringify(value, null, process.stdout.isTTY ? 2 : undefined));
}

/** A table for a terminal, and tab-separated values without headings for another program. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  if (!process.stdout.isTTY) {
    const lines = rows.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, " ")).join("\t"));
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
    return;
  }
  if (rows.length === 0) note("Nothing found.");
  else process.stdout.write(toTable(headings, rows, process.stdout.columns));
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Returns true when a person can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } catch {
    throw new CliError("Interrupted.", exitCodes.interrupted);
  } finally {
    lines.close();
  }
}

/** Asks for a secret, which is not shown while it is typed. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return (await lines.question("")).trim();
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

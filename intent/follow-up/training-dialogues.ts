import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

import { type Dialogue, readDialogues } from "#intent/score-dialogues.ts";

const folder = new URL("./dialogues/", import.meta.url);

export interface Author {
  readonly name: string;
  readonly dialogues: readonly Dialogue[];
}

/** Labelled dialogues that the trust in readings is learned from, by author. */
export function listAuthors(): Author[] {
  return listFiles().map((name) => ({ name, dialogues: readDialogues(new URL(name, folder)) }));
}

/** Hash of the dialogues, which tells whether the committed weights are theirs. */
export function hashDialogues(): string {
  const hash = createHash("sha256");
  for (const name of listFiles()) hash.update(readFileSync(new URL(name, folder)));
  return hash.digest("hex");
}

function listFiles(): string[] {
  return readdirSync(folder).toSorted();
}

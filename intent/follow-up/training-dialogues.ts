import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

import { type Dialogue, readDialogues } from "#intent/score-dialogues.ts";

const folder = new URL("./dialogues/", import.meta.url);

/** The dialogues from which the first rules were made. */
const examples = new URL("../../test/fixtures/dialogues.jsonl", import.meta.url);

export interface Author {
  readonly name: string;
  readonly dialogues: readonly Dialogue[];
}

/** Labelled dialogues from which the meaning of messages is learned, by author. */
export function listAuthors(): Author[] {
  return listFiles().map(({ name, url }) => ({ name, dialogues: readDialogues(url) }));
}

/** Hash of the dialogues, by which a test detects committed weights of other dialogues. */
export function hashDialogues(): string {
  const hash = createHash("sha256");
  for (const { url } of listFiles()) hash.update(readFileSync(url));
  return hash.digest("hex");
}

function listFiles(): { name: string; url: URL }[] {
  const written = readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, url: new URL(name, folder) }));
  return [...written, { name: "examples", url: examples }];
}

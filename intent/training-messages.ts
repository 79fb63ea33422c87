import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

import { listLanguageFiles } from "./language-files.ts";
import { readCases } from "./score-cases.ts";
import type { Case } from "./score-cases.ts";

const folder = new URL("./messages/", import.meta.url);

function listFiles(): URL[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .map((name) => new URL(name, folder));
}

/** Lists the labelled messages from which the classifier learns. */
export function listTrainingMessages(): Case[] {
  return listFiles().flatMap(readCases);
}

/**
 * Hashes messages, phrases and concepts, the latter two regardless of their layout. The hash is stored with
 * the weights, so that stale weights are detected.
 */
export function hashTraining(): string {
  const hash = createHash("sha256");
  for (const url of listFiles()) hash.update(readFileSync(url));
  for (const { name, content } of [
    ...listLanguageFiles("concepts"),
    ...listLanguageFiles("phrases"),
  ]) {
    hash.update(name).update(JSON.stringify(content));
  }
  return hash.digest("hex");
}

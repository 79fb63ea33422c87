import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

import { z } from "zod";

import { inputKinds } from "#domain/requests/capability.ts";

import { labels } from "./classifier.ts";

const folderUrl = new URL("./phrases/", import.meta.url);

const phraseFileSchema = z.strictObject({
  /** ISO 639-1. */
  language: z.string().length(2),
  /** Replacements for `{s}` in a phrase: things to generate. */
  subjects: z.array(z.string()),
  /** Replacements for `{t}` in a phrase: texts to speak. */
  texts: z.array(z.string()),
  polite: z.strictObject({ before: z.array(z.string()), after: z.array(z.string()) }),
  groups: z.array(
    z.strictObject({
      label: z.enum(labels),
      /** Usual attachments of such a message. */
      attachments: z.array(z.enum(inputKinds)),
      phrases: z.array(z.string()),
    }),
  ),
});
export type PhraseFile = z.infer<typeof phraseFileSchema>;

/** Lists the training phrases, one file per language, in the order of their names. */
export function listPhraseFiles(): { name: string; content: PhraseFile }[] {
  return listNames().map((name) => ({
    name,
    content: phraseFileSchema.parse(JSON.parse(readPhrases(name))),
  }));
}

/**
 * Hashes the content of the phrases, regardless of their layout. The hash is stored with the weights, so that
 * stale weights are detected.
 */
export function hashPhrases(): string {
  const hash = createHash("sha256");
  for (const name of listNames()) {
    hash.update(name).update(JSON.stringify(JSON.parse(readPhrases(name))));
  }
  return hash.digest("hex");
}

function listNames(): string[] {
  return readdirSync(folderUrl)
    .filter((name) => name.endsWith(".json"))
    .toSorted();
}

function readPhrases(name: string): string {
  return readFileSync(new URL(name, folderUrl), "utf8");
}

import { z } from "zod";

import { inputKinds } from "#domain/requests/capability.ts";

import { labels } from "./classifier.ts";
import { listLanguageFiles } from "./language-files.ts";

const phraseFileSchema = z.strictObject({
  /** ISO 639-1. */
  language: z.string().length(2),
  /**
   * Replacements for `{name}` in a phrase or in another word: `s` are things to generate, `t` are texts to
   * speak.
   */
  words: z.record(z.string(), z.array(z.string()).min(1)),
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
  return listLanguageFiles("phrases").map(({ name, content }) => ({
    name,
    content: phraseFileSchema.parse(content),
  }));
}

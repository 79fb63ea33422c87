import { modelDescriptions } from "#words/de/model-descriptions.ts";
import { textOf } from "#words/words.ts";

/** Descriptions that an operator wrote for own models stay as they are. */
export default function GermanDescription({ text }: { readonly text: string }) {
  return textOf(modelDescriptions, text);
}

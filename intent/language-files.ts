import { readdirSync, readFileSync } from "node:fs";

/** Reads the JSON files of a folder, one per language, in the order of their names. */
export function listLanguageFiles(
  folder: "concepts" | "follow-up/words" | "phrases" | "synonyms",
): { name: string; content: unknown }[] {
  const url = new URL(`./${folder}/`, import.meta.url);
  return readdirSync(url)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => ({ name, content: JSON.parse(readFileSync(new URL(name, url), "utf8")) }));
}

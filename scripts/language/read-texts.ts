import { readMarkdown } from "./read-markdown.ts";
import { readOpenapi } from "./read-openapi.ts";
import { readSqlComments } from "./read-sql.ts";
import { readTypeScript } from "./read-typescript.ts";
import type { Text } from "./text.ts";

/** Files written by `npm run docs` and `npm run clients`. */
const generated = [
  "docs/configuration.md",
  "docs/providers.md",
  "clients/typescript/src/generated/operations.ts",
  "clients/typescript/src/generated/types.ts",
];

/** Reads the prose of a file: one text per comment, message, paragraph and test title. */
export function readTexts(path: string, source: string): Text[] {
  if (generated.includes(path)) return [];
  if (path.endsWith("docs/openapi.json")) return readOpenapi(source);
  if (path.endsWith(".md")) return readMarkdown(source);
  if (path.endsWith(".sql")) return readSqlComments(source);
  return path.endsWith(".ts") ? readTypeScript(path, source) : [];
}

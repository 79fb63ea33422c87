import { blank, lineAt, type Text } from "./text.ts";

/** Reads `--` comments; consecutive lines are one comment. `firstLine` is the line of the source's start. */
export function readSqlComments(source: string, firstLine = 1): Text[] {
  return [...source.matchAll(/^[ \t]*--.*(?:\n[ \t]*--.*)*/gm)].map((match) => ({
    kind: "comments",
    line: firstLine - 1 + lineAt(source, match.index),
    prose: blank(match[0], /^[ \t]*--+/gm, " "),
  }));
}

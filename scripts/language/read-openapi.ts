import { blank, type Text } from "./text.ts";

/** Reads summaries, descriptions and titles, each distinct text once. Expects one property per line. */
export function readOpenapi(source: string): Text[] {
  const texts = new Map<string, Text>();
  for (const [index, line] of source.split("\n").entries()) {
    const found = /^\s*"(?:summary|description|title)": "(.*)",?$/.exec(line)?.[1];
    if (found === undefined || texts.has(found)) continue;
    const prose = blank(found.replaceAll(String.raw`\"`, '"'), /\\n/g, " ");
    texts.set(found, { kind: "OpenAPI texts", line: index + 1, prose });
  }
  return [...texts.values()];
}

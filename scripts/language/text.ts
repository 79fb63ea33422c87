export type Kind = "comments" | "error texts" | "OpenAPI texts" | "docs" | "test titles";

/** A piece of prose with the newlines of its source. */
export interface Text {
  readonly kind: Kind;
  /** Line of the first character, counted from 1. */
  readonly line: number;
  readonly prose: string;
}

/** Replaces each matched character by the filler, except newlines, so lines and columns stay the same. */
export function blank(source: string, pattern: RegExp, filler: " " | "·"): string {
  return source.replace(pattern, (match) => match.replaceAll(/[^\n]/g, filler));
}

/** Line of a position, counted from 1. */
export function lineAt(source: string, position: number): number {
  let line = 1;
  for (
    let at = source.indexOf("\n");
    at !== -1 && at < position;
    at = source.indexOf("\n", at + 1)
  ) {
    line += 1;
  }
  return line;
}

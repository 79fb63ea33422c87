import type { Position } from "#studio/engines/media/parameters.ts";

import type { EditFacts, EditParameters, EditStep } from "./edit-step.ts";

/** A clause in lower case whose quotations are `§0§` and so on. */
export type ReadRule = (words: string, quotes: readonly string[]) => readonly EditStep[] | null;

export function step(
  operation: EditStep["operation"],
  parameters: EditParameters | ((facts: EditFacts) => EditParameters) = {},
): readonly EditStep[] {
  return [{ operation, parameters }];
}

/** Reads the place of a thing in the frame. */
export function readPosition(words: string): Position | undefined {
  const down = /\b(?:top|upper|above)\b/u.test(words)
    ? "top"
    : /\b(?:bottom|lower|foot|below)\b/u.test(words)
      ? "bottom"
      : "";
  const across = /\bleft\b/u.test(words) ? "Left" : /\bright\b/u.test(words) ? "Right" : "";
  if (down !== "") return `${down}${across}`;
  if (across !== "") return across === "Left" ? "left" : "right";
  return /\b(?:cent(?:er|re)|middle)\b/u.test(words) ? "center" : undefined;
}

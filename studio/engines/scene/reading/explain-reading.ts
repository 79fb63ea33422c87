import { choosePlace } from "#studio/engines/scene/scenery/choose-place.ts";

import type { PromptReading } from "./read-prompt.ts";

const unknownShown = 6;

/** Extends the engine's limitation by the words of the prompt that were not drawn. */
export function explainReading(reading: PromptReading, limitation: string): string {
  const words = reading.unknownWords
    .slice(0, unknownShown)
    .map((word) => `“${word}”`)
    .join(", ");
  const isScene = reading.design === null;
  if (isScene && choosePlace(reading) === "abstract" && reading.subjects.length === 0) {
    return `${limitation}. The art library has nothing for ${words || "this prompt"}: an abstract picture was drawn`;
  }
  return words === "" ? limitation : `${limitation}. Not drawn: ${words}`;
}

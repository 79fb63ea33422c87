import { hasChimney } from "#studio/engines/scene/paint-smoke.ts";
import { choosePlace } from "#studio/engines/scene/scenery/choose-place.ts";
import { hasWeather, type Place } from "#studio/engines/scene/scenery/scenery.ts";

import type { PromptReading } from "./read-prompt.ts";

const unknownShown = 6;
/** Places without a sky, and places where nothing grows. */
const inside: ReadonlySet<Place> = new Set<Place>(["room", "table", "underwater", "abstract"]);
const bare: ReadonlySet<Place> = new Set<Place>(
  "desert city arctic moonland mars sea space sky room table underwater".split(" ") as Place[],
);
const ofSky = new Set("stars moon sun aurora rainbow clouds fireworks".split(" "));

/** Extends the engine's limitation by the words of the prompt that were not drawn. */
export function explainReading(reading: PromptReading, limitation: string): string {
  const isScene = reading.design === null;
  const place = choosePlace(reading);
  const hidden = isScene ? listHidden(reading, place) : [];
  const words = [...reading.unknownWords, ...hidden]
    .slice(0, unknownShown)
    .map((word) => `“${word}”`)
    .join(", ");
  if (isScene && place === "abstract" && reading.subjects.length === 0) {
    return `${limitation}. The art library has nothing for ${words || "this prompt"}: an abstract picture was drawn`;
  }
  return words === "" ? limitation : `${limitation}. Not drawn: ${words}`;
}

/** Lists the weather and the features that the place cannot show, such as rain in a room. */
function listHidden({ weather, features, subjects }: PromptReading, place: Place): string[] {
  const isHidden = (feature: string) =>
    (feature === "lightning" && !hasWeather(place)) ||
    (inside.has(place) && ofSky.has(feature)) ||
    (feature === "smoke" && !subjects.some(({ emoji }) => hasChimney(emoji))) ||
    (bare.has(place) && feature === "flowers");
  return [...(hasWeather(place) ? [] : weather), ...[...features].filter(isHidden)];
}

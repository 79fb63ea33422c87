import type { Layer, Stage } from "#studio/engines/scene/layer.ts";
import type { PromptReading, Setting } from "#studio/engines/scene/reading/read-prompt.ts";

import { abstractScenery } from "./scenery-abstract.ts";
import { cityScenery } from "./scenery-city.ts";
import { forestScenery, jungleScenery } from "./scenery-forest.ts";
import { roomScenery, tableScenery } from "./scenery-indoors.ts";
import { arcticScenery, desertScenery, meadowScenery, mountainScenery } from "./scenery-land.ts";
import { marsScenery, moonScenery } from "./scenery-planet.ts";
import { skyScenery, spaceScenery } from "./scenery-space.ts";
import { beachScenery, lakeScenery, seaScenery, underwaterScenery } from "./scenery-water.ts";

/** Layers and ground around the subjects. */
export interface Scenery {
  readonly behind: readonly Layer[];
  readonly inFront: readonly Layer[];
  /** Material of the ground, which covers the subjects' feet. */
  readonly footing: "snow" | "grass" | "sand" | "hard" | "water" | "none";
  readonly groundColor: string;
}

export type Place = Setting | "abstract";

const withoutWeather: ReadonlySet<Place> = new Set<Place>([
  "room",
  "table",
  "space",
  "underwater",
  "moonland",
  "abstract",
]);

/** Reports whether rain, snow and lightning are drawn in a place. */
export function hasWeather(place: Place): boolean {
  return !withoutWeather.has(place);
}

/** Position of the horizon for each place, as a share of the height. */
export const horizons: Readonly<Record<Place, number>> = {
  forest: 0.62,
  jungle: 0.64,
  beach: 0.5,
  sea: 0.55,
  underwater: 0.8,
  lake: 0.52,
  city: 0.64,
  mountains: 0.62,
  desert: 0.56,
  space: 1,
  mars: 0.6,
  moonland: 0.6,
  meadow: 0.56,
  arctic: 0.58,
  room: 0.66,
  table: 0.6,
  sky: 1,
  abstract: 1,
};

type Painter = (stage: Stage, reading: PromptReading) => Scenery;

const painters: Readonly<Record<Place, Painter>> = {
  forest: forestScenery,
  jungle: jungleScenery,
  beach: beachScenery,
  sea: seaScenery,
  underwater: underwaterScenery,
  lake: lakeScenery,
  city: cityScenery,
  mountains: mountainScenery,
  desert: desertScenery,
  space: spaceScenery,
  mars: marsScenery,
  moonland: moonScenery,
  meadow: meadowScenery,
  arctic: arcticScenery,
  room: roomScenery,
  table: tableScenery,
  sky: skyScenery,
  abstract: abstractScenery,
};

export function buildScenery(place: Place, stage: Stage, reading: PromptReading): Scenery {
  return painters[place](stage, reading);
}

import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";
import type { Place } from "#studio/engines/scene/scenery/scenery.ts";
import type { Shot } from "#studio/engines/scene/shot/read-shot.ts";

export const ambienceNames = [
  "waves",
  "water",
  "wind",
  "rain",
  "thunder",
  "birds",
  "crickets",
  "fire",
  "traffic",
  "engine",
  "rocket",
  "bubbles",
  "space",
] as const;
export type AmbienceName = (typeof ambienceNames)[number];

const words: readonly (readonly [AmbienceName, RegExp])[] = [
  ["waves", /\b(?:waves?|sea|ocean|surf|beach)\b/iu],
  ["water", /\b(?:water|waterfalls?|rivers?|streams?|brook|fountain)\b/iu],
  ["wind", /\b(?:winds?|breeze|storm|blizzard)\b/iu],
  ["rain", /\b(?:rain\w*|drizzle|storm)\b/iu],
  ["thunder", /\b(?:thunder\w*|lightning|storm)\b/iu],
  ["birds", /\b(?:birds?|birdsong|chirping|forest|nature)\b/iu],
  ["crickets", /\b(?:crickets?|night|insects?)\b/iu],
  ["fire", /\b(?:fire|campfire|crackling|flames?)\b/iu],
  ["traffic", /\b(?:traffic|city|street|cars)\b/iu],
  ["engine", /\b(?:engine|motor|car|truck|motorcycle)\b/iu],
  ["rocket", /\b(?:rocket|launch|blast)\b/iu],
  ["bubbles", /\b(?:bubbles?|underwater)\b/iu],
  ["space", /\b(?:space|drone|hum)\b/iu],
];

/** Finds the sounds that words name, such as "rain and distant thunder". */
export function ambienceOfWords(text: string): AmbienceName[] {
  return words.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));
}

const placeSounds: Readonly<Record<Place, readonly AmbienceName[]>> = {
  forest: ["wind", "birds"],
  jungle: ["wind", "birds", "crickets"],
  beach: ["waves"],
  sea: ["waves", "wind"],
  underwater: ["bubbles"],
  lake: ["water", "birds"],
  city: ["traffic"],
  mountains: ["wind"],
  desert: ["wind"],
  space: ["space"],
  mars: ["wind"],
  moonland: ["space"],
  meadow: ["wind", "birds"],
  arctic: ["wind"],
  room: [],
  table: [],
  sky: ["wind"],
  abstract: ["space"],
};

const motors = /[🚗🏎🚕🚌🚎🚓🚑🚒🚙🛻🚐🚚🚛🚜🏍🛵🚂🚁✈🛩🚤]/u;

/** Lists the sounds of a scene: of its place, its weather, its time, and its loudest subjects. */
export function ambienceOfScene(reading: PromptReading, place: Place, shot: Shot): AmbienceName[] {
  const { weather, subjects, time } = reading;
  const isNight = time === "night";
  const quiet: ReadonlySet<AmbienceName> = new Set(
    isNight || weather.length > 0 || place === "arctic" ? ["birds"] : ["crickets"],
  );
  const has = (pattern: RegExp) => subjects.some(({ emoji }) => pattern.test(emoji));
  const found: AmbienceName[] = placeSounds[place].filter((name) => !quiet.has(name));
  if (weather.includes("rain") || weather.includes("storm")) found.push("rain");
  if (weather.includes("storm")) found.push("thunder", "wind");
  if (isNight && ["forest", "jungle", "meadow", "lake"].includes(place) && weather.length === 0) {
    found.push("crickets");
  }
  if (has(/🔥|@campfire/u)) found.push("fire");
  if (has(/@waterfall|⛲/u)) found.push("water");
  if ([...shot.actions.values()].includes("launch")) found.push("rocket");
  else if (has(motors)) found.push("engine");
  return [...new Set(found)];
}

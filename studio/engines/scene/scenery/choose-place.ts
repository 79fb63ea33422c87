import { habitOf } from "#studio/engines/scene/habits.ts";
import type { PromptReading, Setting, Subject } from "#studio/engines/scene/reading/read-prompt.ts";

import type { Place } from "./scenery.ts";

/** Places that one of these subjects implies, regardless of the other subjects. */
const strongHomes: readonly (readonly [Place, ReadonlySet<string>])[] = [
  ["sea", setOf("⛵🚢🚤🛥⛴🛳🛶🚣🏄🐳🐋🐬", "@pirate-ship", "@lighthouse", "@island", "@cliff")],
  ["space", setOf("🚀🪐🛰☄", "@solid:spaceship", "👩‍🚀", "👨‍🚀", "🧑‍🚀")],
  ["arctic", setOf("🐧", "🐻‍❄️", "@igloo")],
  ["desert", setOf("🐪🐫🌵")],
  [
    "room",
    setOf(
      "🛋🛏🪑📺🚪🪟🛁",
      "@sofa",
      "@solid:fireplace",
      "@solid:fridge",
      "@solid:stove",
      "@solid:bookshelf",
      "@solid:blackboard",
      "@solid:bathtub",
      "@solid:toilet",
      "@solid:table",
      "@solid:armchair",
      "@solid:piano",
      "@solid:office-desk",
    ),
  ],
  ["lake", setOf("🦆🦢", "@bridge", "@waterfall")],
];

const streetVehicles = setOf("🚗🏎🚕🚌🚎🚓🚑🚒🚙🛻🚐🚚🚛🏍🛵🚋🛺🚦");

/** Places that these subjects imply when they come first in the prompt. */
const weakHomes: readonly (readonly [Place, ReadonlySet<string>])[] = [
  ["forest", setOf("🦊🦌🐻🦉🐺🐿🦔🦝🫎🐗🍄🔥", "@campfire")],
  ["jungle", setOf("🐒🦍🐅🐯🦜")],
  ["beach", setOf("🦀🐚🌴🏖⛱")],
  ["city", streetVehicles],
  ["city", setOf("🚏🚦🛑")],
  ["meadow", setOf("🐄🐖🐑🚜🐓🐔🐎")],
  ["table", setOf("🕯💡🪔")],
  ["room", setOf("", "👩‍💼", "👨‍💼", "🧑‍💼", "🧑‍🍳", "👨‍🏫", "👩‍🏫", "👨‍💻", "👩‍💻", "👨‍🔬", "👩‍🔬", "🧑‍⚕️", "👩‍⚕️", "🧶")],
];

/** Roads and fields are in the country. */
const fieldFeatures = ["road", "lavender", "wheat", "sunflowers", "tulips"];

const dryPlaces: ReadonlySet<Place> = new Set<Place>([
  "forest",
  "jungle",
  "mountains",
  "meadow",
  "city",
  "desert",
]);
const boats = setOf("⛵🚢🚤🛥⛴🛳🛶🚣", "@pirate-ship");
const seaWalkers = setOf("🐳🐋🐬🧜🦭", "@lighthouse", "@island", "@cliff");
const indoorThings = setOf("📚📖💻🖥📺🕯💡☕🍵🛋🛏🪑🎹", "@sofa");
const flown = /[✈🛩🚁🎈🪂🛸🪁]/u;

/** Returns the place that the prompt names, else the place that its subjects imply. */
export function choosePlace(reading: PromptReading): Place {
  const named = nameOf(reading.settings);
  const isCountry = fieldFeatures.some((feature) => reading.features.has(feature));
  if (named === undefined || (named === "sky" && isCountry)) return homeOfAll(reading);
  return suitPlace(named, reading);
}

/** Of several places, water wins over the land around it: a mountain lake is a lake. */
function nameOf(settings: readonly Setting[]): Setting | undefined {
  const [first] = settings.filter((setting) => setting !== "sky");
  const isLand = first === "mountains" || first === "forest" || first === "meadow";
  return isLand && settings.includes("lake") ? "lake" : (first ?? settings[0]);
}

/** Adapts a named place: boats need water, and subjects that cannot swim need a shore. */
function suitPlace(named: Place, reading: PromptReading): Place {
  const standing = standingIn(reading);
  const isLandscape = named === "meadow" && !reading.features.has("road");
  const hasBoat = standing.some(
    ({ emoji }) => boats.has(baseOf(emoji)) || (emoji === "@bridge" && isLandscape),
  );
  if (named === "sea") {
    if (standing.length > 0 && standing.every(isDeepSwimmer)) return "underwater";
    return standing.some(needsLand) ? "beach" : "sea";
  }
  // A cafe is a room, or a house of the street.
  const isOutside = standing.some(({ emoji }) => streetVehicles.has(baseOf(emoji)));
  if (
    named === "room" &&
    (isOutside || reading.features.has("outside")) &&
    reading.decor.includes("cafe")
  )
    return "city";
  if (!hasBoat || !dryPlaces.has(named)) return named;
  return named === "city" || named === "desert" ? "sea" : "lake";
}

function homeOfAll(reading: PromptReading): Place {
  const standing = standingIn(reading);
  const strong = strongHomes.find(([, homes]) =>
    reading.subjects.some(({ emoji }) => homes.has(emoji) || homes.has(baseOf(emoji))),
  )?.[0];
  if (strong === "sea" && standing.some(needsLand)) return "beach";
  if (strong === "space" && standing.some(needsLand)) return "moonland";
  if (strong !== undefined) return strong;

  const [first] = standing;
  if (fieldFeatures.some((feature) => reading.features.has(feature))) return "meadow";
  if (first === undefined) return emptyPlace(reading);
  if (reading.weather.includes("snow") && needsLand(first)) return "forest";
  if (reading.features.has("neon") && needsLand(first)) return "city";
  if (standing.some(isIndoorThing) && standing.some(needsLand)) return "room";
  const weak = weakHomes.find(
    ([, homes]) => homes.has(baseOf(first.emoji)) || homes.has(first.emoji),
  );
  return weak?.[0] ?? homeByHabitat(first, standing);
}

function homeByHabitat(first: Subject, standing: readonly Subject[]): Place {
  switch (habitOf(first.emoji).habitat) {
    case "air":
      return standing.some(({ emoji }) => flown.test(emoji)) ? "sky" : "meadow";
    case "afloat":
      return "sea";
    case "underwater":
      return standing.some(needsLand) ? "beach" : "underwater";
    case "space":
      return "space";
    case "tabletop":
      return standing.some(({ emoji }) => !["tabletop", "light"].includes(habitOf(emoji).habitat))
        ? "meadow"
        : "table";
    case "light":
    case "ground":
    case "building":
      return "meadow";
  }
}

function emptyPlace({ features, weather, time, quotedText }: PromptReading): Place {
  if (features.has("neon") || features.has("fireworks")) return "city";
  if (features.has("aurora")) return "arctic";
  if (features.has("rainbow") || features.has("flowers") || features.has("blossom"))
    return "meadow";
  if (features.has("autumn") || weather.includes("snow")) return "forest";
  if (features.has("clouds")) return "sky";
  if (quotedText !== null) return "abstract";
  if (features.size > 0 || weather.length > 0) return "mountains";
  return time === null ? "abstract" : "mountains";
}

/** Lists the subjects that need ground: all except those carried by another subject. */
function standingIn({ subjects }: PromptReading): readonly Subject[] {
  return subjects.filter(({ mount, holder }) => mount === null && holder === null);
}

function needsLand({ emoji }: Subject): boolean {
  const { habitat } = habitOf(emoji);
  const isAstronaut = emoji.endsWith("🚀");
  return (
    (habitat === "ground" || habitat === "building") &&
    !seaWalkers.has(baseOf(emoji)) &&
    !isAstronaut
  );
}

function isDeepSwimmer({ emoji }: Subject): boolean {
  return habitOf(emoji).habitat === "underwater" && !seaWalkers.has(baseOf(emoji));
}

function isIndoorThing({ emoji }: Subject): boolean {
  return indoorThings.has(baseOf(emoji)) || /[\u{1F32D}-\u{1F32F}\u{1F345}-\u{1F37F}]/u.test(emoji);
}

/** Creates a set of the single emojis of `run` and of the given names. */
function setOf(run: string, ...names: readonly string[]): ReadonlySet<string> {
  return new Set([...Array.from(run), ...names]);
}

function baseOf(emoji: string): string {
  return emoji.startsWith("@") ? emoji : String.fromCodePoint(emoji.codePointAt(0) ?? 0);
}

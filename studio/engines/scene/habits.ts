import type { PromptReading } from "./read-prompt.ts";
import type { Place } from "./scenery.ts";

export type Habitat =
  | "ground"
  | "air"
  | "afloat"
  | "underwater"
  | "space"
  | "tabletop"
  | "building"
  | "light";
export type Motion = "hop" | "bob" | "fly" | "drive" | "swim" | "float" | "sway" | "still";

/** How a subject lives in a scene. `size` is its height in shares of the common unit. */
export interface Habit {
  readonly habitat: Habitat;
  readonly size: number;
  readonly motion: Motion;
  /** Looks to the left in the art, so that it has to be turned to go right. */
  readonly facesLeft: boolean;
}

const groups: readonly (readonly [string, Habitat, number, Motion])[] = [
  ["🦅🦇🕊🪿", "air", 0.5, "fly"],
  ["🐦🦜🦋🐝🦟🪰🐞", "air", 0.34, "fly"],
  ["✈🛩🚁🎈🛸🪂🛫🛬", "air", 0.6, "float"],
  ["🐉🐲🧚🦸👼🦹", "air", 0.85, "float"],
  ["⛵🚢🚤🛥⛴🛳🛶🦆🦢🏄🚣", "afloat", 0.7, "bob"],
  ["🐟🐠🐡🦐🦑🦀🦞🐚🪸", "underwater", 0.42, "swim"],
  ["🐬🦈🐙🪼🐢🧜🦭", "underwater", 0.66, "swim"],
  ["🐳🐋", "underwater", 0.95, "swim"],
  ["🚀🪐🛰🌍🌎🌏☄", "space", 0.8, "float"],
  ["🏠🏡🛖🏚⛪🕌🛕🏫🏥🏦🏨🏪⛩🏛⛺🎪🎠💒", "building", 1, "still"],
  ["🏰🏯🗼🗽🌋🎡🎢🏭🏢🏬🏗🕍", "building", 1.35, "still"],
  ["🌲🌳🌴🎄", "building", 1.15, "sway"],
  ["🌵⛲🪨🌾🌽", "ground", 0.75, "still"],
  ["🌹🌷🌻🌸🌺🌼🌱🪴🍄☘🍀🪻🪷💐", "ground", 0.55, "sway"],
  ["🚗🏎🚕🚌🚎🚓🚑🚒🚙🛻🚐🚚🚛🚜🚲🏍🛵🚂🚋🚃🚄🚅🚆🚇🛺🛴", "ground", 0.62, "drive"],
  ["🐘🦒🦕🦖🦣🐎🐪🐫🦬🐂🐃🐄🦏🦛🦍🐊", "ground", 0.92, "bob"],
  ["🐈🐕🐖🐑🐐🦌🦓🐅🐆🐩🦮🐒🐓🐔🦃🦚🦩🐍🦎🦘🦙", "ground", 0.62, "bob"],
  ["🦊🐺🐻🐼🐨🦁🐯🐰🐮🐷🐸🦄🐵🫎🐴🦝🐗", "ground", 0.86, "hop"],
  ["🐱🐶🐧🦉🐹🐭", "ground", 0.66, "hop"],
  ["🐁🐀🐿🦔🐣🐤🐥🐌🐛🐜🪲🦗🕷🦂🐇🦫🦡🦨🦦🦥", "ground", 0.38, "bob"],
  ["👽👻🤖⛄☃", "ground", 0.9, "hop"],
  ["🔥", "light", 0.5, "sway"],
  ["🏮🕯💡🪔", "light", 0.4, "sway"],
];

const habitByEmoji = new Map<string, Omit<Habit, "facesLeft">>(
  groups.flatMap(([emojis, habitat, size, motion]) =>
    Array.from(new Intl.Segmenter().segment(emojis), ({ segment }) => {
      return [baseOf(segment), { habitat, size, motion }] as const;
    }),
  ),
);

const peoplePattern =
  /^[\u{1F466}-\u{1F478}\u{1F47C}\u{1F481}-\u{1F487}\u{1F9B8}-\u{1F9DF}\u{1F934}-\u{1F936}\u{1F930}\u{1F385}\u{1F977}\u{1F575}\u{1F57A}\u{1F3C2}-\u{1F3CC}\u{1F6B4}-\u{1F6B6}\u{1F46E}\u{1F470}\u{1F483}]/u;
const facesLeft = new Set(
  Array.from(
    "🐈🐕🐎🐘🐅🐆🐖🐄🐑🐐🐪🐫🦓🦒🦌🐒🐍🐢🐊🐁🐀🐿🦔🦕🦖🚗🚕🚌🚙🚚🚛🚜🚂🚃🚋🏎🏍🛵🚲🐳🐋🐟🐠🐡🦅🦆🦢🐓🦩🐩🦬🐂🐃🦏🦛🦃🚑🚒🚓🛻",
  ),
);

export function habitOf(emoji: string): Habit {
  const base = baseOf(emoji);
  const turned = facesLeft.has(base);
  const known = habitByEmoji.get(base);
  if (known) return { ...known, facesLeft: turned };
  if (peoplePattern.test(emoji)) {
    return { habitat: "ground", size: 0.95, motion: "hop", facesLeft: turned };
  }
  return { habitat: "tabletop", size: 0.62, motion: "still", facesLeft: turned };
}

/** The place that the prompt names, else the one where its subjects are at home. */
export function choosePlace(reading: PromptReading): Place {
  const named = reading.settings.find((setting) => setting !== "sky") ?? reading.settings[0];
  const homes = reading.subjects.map(({ emoji }) => habitOf(emoji).habitat);
  if (named === "sea" && homes.length > 0 && homes.every((home) => home === "underwater")) {
    return "underwater";
  }
  if (named) return named;
  const [home] = homes;
  if (home === undefined) return chooseEmptyPlace(reading);

  switch (home) {
    case "air":
      return reading.subjects.some(({ emoji }) => /[✈🛩🚁🎈🪂🛸]/u.test(emoji)) ? "sky" : "meadow";
    case "afloat":
      return "sea";
    case "underwater":
      return "underwater";
    case "space":
      return "space";
    case "tabletop":
      return homes.every((other) => other === "tabletop") ? "table" : "meadow";
    case "light":
      return homes.length === 1 ? "forest" : "meadow";
    case "ground":
    case "building":
      return chooseLand(reading);
  }
}

function chooseLand({ subjects, features, weather }: PromptReading): Place {
  const [first] = subjects;
  if (first && /[🚗🏎🚕🚌🚓🚑🚒🚙🏍🛵🚋]/u.test(first.emoji)) return "city";
  if (first?.emoji === "🤖" && features.has("neon")) return "city";
  if (first && /[🐪🐫🌵]/u.test(first.emoji)) return "desert";
  if (first && /[🐧]/u.test(first.emoji)) return "arctic";
  if (features.has("neon")) return "city";
  return weather.includes("snow") ? "forest" : "meadow";
}

function chooseEmptyPlace({ features, weather, time, quotedText }: PromptReading): Place {
  if (features.has("neon")) return "city";
  if (features.has("aurora")) return "arctic";
  if (features.has("rainbow") || features.has("flowers") || features.has("blossom"))
    return "meadow";
  if (features.has("autumn") || weather.includes("snow")) return "forest";
  if (features.has("clouds")) return "sky";
  if (quotedText !== null) return "abstract";
  if (features.size > 0 || weather.length > 0) return "mountains";
  return time === null ? "abstract" : "mountains";
}

/** Without skin tones, sexes and presentation marks: what the thing is. */
function baseOf(emoji: string): string {
  return String.fromCodePoint(emoji.codePointAt(0) ?? 0);
}

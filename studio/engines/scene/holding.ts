import { habitOf, isPerson } from "./habits.ts";

/** Things that stand in the hands in front of a body, rather than next to it. */
const tooLarge = new Set([
  "🛋️",
  "🛏️",
  "🪑",
  "🛁",
  "🚪",
  "🪟",
  "📺",
  "🎹",
  "🛒",
  "🥅",
  "⛺",
  "🚿",
  "🪞",
]);
const containers = new Set(
  Array.from("☕🍵🥣🪣🧺📦🎁🛒🪴🎩").concat(
    "@solid:bowl",
    "@solid:vase",
    "@solid:plate",
    "@solid:box",
    "@solid:pot",
    "@solid:glass",
    "@solid:fishbowl",
    "@solid:bathtub",
    "@solid:bucket",
    "@solid:mug",
  ),
);

export function isAlive(emoji: string): boolean {
  const { habitat, motion } = habitOf(emoji);
  return (
    isPerson(emoji) ||
    emoji === "@knight" ||
    (habitat === "ground" && (motion === "hop" || motion === "bob"))
  );
}

/** Checks whether another subject can be put into a subject. */
export function isContainer(emoji: string): boolean {
  return containers.has(emoji);
}

const surfaces = new Set(["@solid:table", "@solid:office-desk", "@solid:plate", "@solid:bench"]);

/** Checks whether other subjects lie on a subject that the prompt puts together with them. */
export function isSurface(emoji: string): boolean {
  return surfaces.has(emoji);
}

/** Ways to hold a thing: `aloft` on a string, on the head or before the eyes, else in front of the body. */
export function gripOf(emoji: string): "aloft" | "head" | "eyes" | "neck" | "hands" {
  if (/^(🎈|🪁)/u.test(emoji)) return "aloft";
  if (/^(🎩|👒|🧢|👑|🪖|🎓|⛑️|@\w+-hat$)/u.test(emoji)) return "head";
  if (/^(👓|🕶️|🥽)/u.test(emoji)) return "eyes";
  return /^(🧣|👔|📿)/u.test(emoji) ? "neck" : "hands";
}

/** Reports whether an animal or a person "in" a thing wears it. A rabbit is inside the hat of a magician. */
export function isWorn(thing: string, wearer: string): boolean {
  const isMagic = thing === "🎩" && /^(?:🐇|🐰)/u.test(wearer);
  return isAlive(wearer) && !["hands", "aloft"].includes(gripOf(thing)) && !isMagic;
}

/** Art from the side, and the art of the same animal from the front, which shows what it wears. */
const frontViews: Readonly<Record<string, string>> = {
  "🐈": "🐱",
  "🐕": "🐶",
  "🐩": "🐶",
  "🐎": "🐴",
  "🐄": "🐮",
  "🐖": "🐷",
  "🐅": "🐯",
  "🐁": "🐭",
  "🐒": "🐵",
};

/** Returns the art of a subject that wears a thing on its head, eyes or neck; other things are held. */
export function artOfWearer(emoji: string, thing: string): string {
  return gripOf(thing) === "hands" || gripOf(thing) === "aloft"
    ? emoji
    : (frontViews[emoji] ?? emoji);
}

export function isHoldable(emoji: string): boolean {
  const { habitat, size } = habitOf(emoji);
  if (gripOf(emoji) !== "hands") return true;
  const isFlower = habitat === "ground" && size < 0.6 && !isAlive(emoji);
  return (habitat === "tabletop" || habitat === "light" || isFlower) && !tooLarge.has(emoji);
}

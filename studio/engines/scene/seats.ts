import { habitOf } from "./habits.ts";

/**
 * Ways to carry a figure: `ride` behind the carrier's shoulders, `on` the carrier with the feet, `in`
 * the carrier, visible above its edge.
 */
type SeatKind = "ride" | "on" | "in";

interface Seat {
  readonly kind: SeatKind;
  /** Height of the seat or edge above the carrier's feet, in shares of the carrier's height. */
  readonly height: number;
  /** Share of the carrier's width, around its middle, that is available for seats. */
  readonly span: number;
}

const seats: Readonly<Record<string, Seat>> = {
  "@sofa": { kind: "on", height: 0.27, span: 0.66 },
  "@bridge": { kind: "on", height: 0.85, span: 0.4 },
  "@cliff": { kind: "on", height: 0.9, span: 0.74 },
  "@fence": { kind: "on", height: 0.9, span: 0.8 },
  "@island": { kind: "on", height: 0.2, span: 0.5 },
  "@windmill": { kind: "on", height: 0.75, span: 0.3 },
  "@pirate-ship": { kind: "in", height: 0.31, span: 0.3 },
  "🛏️": { kind: "on", height: 0.42, span: 0.6 },
  "🪑": { kind: "on", height: 0.46, span: 0.8 },
  "@solid:rocking-chair": { kind: "on", height: 0.42, span: 0.5 },
  "@solid:branch": { kind: "on", height: 0.5, span: 0.6 },
  "@solid:bench": { kind: "on", height: 0.52, span: 0.8 },
  "@solid:office-chair": { kind: "on", height: 0.46, span: 0.7 },
  "@solid:armchair": { kind: "on", height: 0.42, span: 0.6 },
  "@solid:table": { kind: "on", height: 0.82, span: 0.7 },
  "@solid:office-desk": { kind: "on", height: 0.82, span: 0.7 },
  "@solid:stool": { kind: "on", height: 0.93, span: 0.7 },
  "@solid:plate": { kind: "on", height: 0.55, span: 0.78 },
  "@solid:fishbowl": { kind: "in", height: 0.3, span: 0.55 },
  "@solid:box": { kind: "in", height: 0.58, span: 0.8 },
  "@solid:bathtub": { kind: "in", height: 0.62, span: 0.62 },
  "@solid:bowl": { kind: "in", height: 0.62, span: 0.62 },
  "@solid:vase": { kind: "in", height: 0.94, span: 0.9 },
  "@solid:glass": { kind: "in", height: 0.8, span: 0.5 },
  "@solid:bucket": { kind: "in", height: 0.85, span: 0.6 },
  "🕸️": { kind: "on", height: 0.36, span: 0.5 },
  "⛵": { kind: "in", height: 0.2, span: 0.5 },
  "🛶": { kind: "in", height: 0.33, span: 0.5 },
  "🚤": { kind: "in", height: 0.42, span: 0.4 },
};

const containers = new Set(Array.from("☕🍵🥣🪣🧺📦🎁🛒🪴🎃🎩"));
const held = new Set(["☂️", "☔", "🌂"]);
const shelters = new Set([...held, "🌲", "🌳", "🌴", "🎄", "⛱️", "🍄", "@bridge"]);

/** Returns the seat that a figure provides. */
export function seatOf(carrier: string): Seat {
  const known = seats[carrier];
  if (known) return known;
  const { habitat, motion } = habitOf(carrier);
  if (carrier.startsWith("@solid:")) return { kind: "on", height: 0.92, span: 0.7 };
  if (habitat === "afloat") return { kind: "in", height: 0.45, span: 0.5 };
  if (containers.has(carrier)) return { kind: "in", height: 0.72, span: 0.6 };
  const isAlive = habitat === "ground" && motion !== "still" && motion !== "sway";
  if (isAlive || habitat === "air" || habitat === "underwater" || habitat === "space") {
    return { kind: "ride", height: 0.54, span: 0 };
  }
  return { kind: "on", height: 0.9, span: 0.7 };
}

/** Checks whether the figure below holds the shelter, such as an umbrella. */
export function isHeldAbove(shelter: string | null): boolean {
  return shelter !== null && held.has(shelter);
}

/** Checks whether figures can stand under a subject. */
export function isShelter(emoji: string): boolean {
  return shelters.has(emoji);
}

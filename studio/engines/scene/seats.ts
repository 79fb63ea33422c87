import { habitOf } from "./habits.ts";

/**
 * How one figure can carry another: `ride` behind its shoulders, `on` it with the feet, `in` it,
 * seen above its edge.
 */
type SeatKind = "ride" | "on" | "in";

interface Seat {
  readonly kind: SeatKind;
  /** Where the feet or the edge are above the carrier's own feet, in shares of its height. */
  readonly height: number;
  /** How much of the carrier's width can be sat upon, around its middle. */
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
  "⛵": { kind: "in", height: 0.2, span: 0.5 },
  "🛶": { kind: "in", height: 0.33, span: 0.5 },
  "🚤": { kind: "in", height: 0.42, span: 0.4 },
};

const containers = new Set(Array.from("☕🍵🥣🪣🧺📦🎁🛒🪴🎃🎩"));
const held = new Set(["☂️", "☔", "🌂"]);
const shelters = new Set([...held, "🌲", "🌳", "🌴", "🎄", "⛱️", "🍄", "@bridge"]);

/** Where one sits on, in or astride a figure. */
export function seatOf(carrier: string): Seat {
  const known = seats[carrier];
  if (known) return known;
  const { habitat, motion } = habitOf(carrier);
  if (habitat === "afloat") return { kind: "in", height: 0.45, span: 0.5 };
  if (containers.has(carrier)) return { kind: "in", height: 0.72, span: 0.6 };
  const isAlive = habitat === "ground" && motion !== "still" && motion !== "sway";
  if (isAlive || habitat === "air" || habitat === "underwater" || habitat === "space") {
    return { kind: "ride", height: 0.54, span: 0 };
  }
  return { kind: "on", height: 0.9, span: 0.7 };
}

/** Whether who is under it holds it up. */
export function isHeldAbove(shelter: string | null): boolean {
  return shelter !== null && held.has(shelter);
}

/** Whether one can stand under it. */
export function isShelter(emoji: string): boolean {
  return shelters.has(emoji);
}

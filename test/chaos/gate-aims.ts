import { gateNames, sides, type Gate, type GateInstant, type Side } from "./gates.ts";
import type { Random } from "./random.ts";

/** Gate → how often a process was killed before and after its commit. */
export type GateHits = Readonly<Record<string, Readonly<Record<Side, number>>>>;

export interface GateAims {
  /** One instant of each aimed gate with the fewest sides hit, so that all stay armed until they are reached. */
  next(): GateInstant[];
  noteHit(instant: GateInstant): void;
  /** True when each aimed gate was hit at least once. */
  areReached(): boolean;
  hits(): GateHits;
}

/** Counts the hits of all gates, and aims at some. A seed repeats which side of each comes first. */
export function createGateAims(aimed: readonly Gate[], random: Random): GateAims {
  const counts = new Map(gateNames.map((gate) => [gate, { before: 0, after: 0 }]));
  const orders = new Map(
    aimed.map((gate) => [gate, random.next() < 0.5 ? sides : sides.toReversed()]),
  );
  const openSides = (gate: Gate): Side[] =>
    (orders.get(gate) ?? []).filter((side) => counts.get(gate)?.[side] === 0);
  return {
    next() {
      const most = Math.max(0, ...aimed.map((gate) => openSides(gate).length));
      return aimed.flatMap((gate) => {
        const [side, ...others] = openSides(gate);
        return side !== undefined && others.length + 1 === most ? [{ gate, side }] : [];
      });
    },
    noteHit({ gate, side }) {
      const count = counts.get(gate);
      if (count !== undefined) count[side] += 1;
    },
    areReached: () => aimed.every((gate) => openSides(gate).length < sides.length),
    hits: () => Object.fromEntries(counts),
  };
}

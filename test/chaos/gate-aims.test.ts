import { expect, test } from "vitest";

import { createGateAims } from "./gate-aims.ts";
import { createRandom } from "./random.ts";

const gates = ["job begins", "map opens", "run asks"] as const;
const aimsOf = (seed: number) => createGateAims(gates, createRandom(seed));

test("each gate stays armed until it is hit once, then each on its other side", () => {
  const aims = aimsOf(7);
  const first = aims.next();
  expect(first.map(({ gate }) => gate)).toEqual(gates);
  for (const [hit, instant] of first.entries()) {
    expect(aims.next()).toEqual(first.slice(hit));
    expect(aims.areReached()).toBe(false);
    aims.noteHit(instant);
  }

  expect(aims.areReached()).toBe(true);
  const second = aims.next();
  expect(second.map(({ gate }) => gate)).toEqual(gates);
  expect(second.every(({ side }, index) => side !== first[index]?.side)).toBe(true);
  for (const instant of second) aims.noteHit(instant);

  expect(aims.next()).toEqual([]);
  expect(aims.hits()["map opens"]).toEqual({ before: 1, after: 1 });
});

test("a seed repeats the sides", () => {
  const sidesOf = (seed: number) => aimsOf(seed).next();
  expect(sidesOf(3)).toEqual(sidesOf(3));
  expect(
    new Set([1, 2, 3, 4, 5].map((seed) => JSON.stringify(sidesOf(seed)))).size,
  ).toBeGreaterThan(1);
});

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { frameCounter } from "./frame-counter.ts";

const ticksPerSecond = 600;

function rateOf(...runs: readonly (readonly [frames: number, ticksEach: number])[]) {
  const counter = frameCounter(ticksPerSecond);
  for (const [frames, ticksEach] of runs) counter.add(frames, ticksEach);
  return counter.framesPerSecond();
}

test.each([
  [24, 25],
  [25, 24],
  [30, 20],
  [60, 10],
])("a steady video of %i frames a second has this rate", (rate, ticksEach) => {
  expect(rateOf([rate * 20, ticksEach])).toBe(rate);
  expect(rateOf(...Array.from({ length: rate * 20 }, () => [1, ticksEach] as const))).toBe(rate);
  expect(rateOf([rate, ticksEach])).toBe(rate);
});

test("a long frame does not hide the rate of the others", () => {
  expect(rateOf([600, 10], [1, 600 * 1_000])).toBe(60);
  expect(rateOf([1, 600 * 1_000], [600, 10])).toBe(60);
});

test("the rate is at least the average, and that of a run at most one frame above that of its single frames", () => {
  const run = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 200 }));
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 6 }), (runs) => {
      const ticks = runs.reduce((sum, [frames, each]) => sum + frames * each, 0);
      const frames = runs.reduce((sum, [count]) => sum + count, 0);
      fc.pre(ticks > 0);
      const rate = rateOf(...runs) ?? 0;

      expect(rate).toBeGreaterThanOrEqual(frames / (ticks / ticksPerSecond));
      const single = runs.flatMap(([count, each]) =>
        Array.from({ length: count }, () => [1, each] as const),
      );
      const ofSingle = rateOf(...single) ?? 0;
      expect(rate).toBeGreaterThanOrEqual(ofSingle - 1e-9);
      expect(rate).toBeLessThanOrEqual(ofSingle + 0.2 + 1e-9);
    }),
  );
});

test("a run of billions of frames takes no time, and nothing has no rate", () => {
  expect(rateOf([4_294_967_295, 4_294_967_295])).toBeLessThan(1);
  expect(rateOf([4_294_967_295, 1])).toBe(600);
  expect(rateOf()).toBeNull();
  expect(rateOf([5, 0])).toBeNull();
  expect(frameCounter(0).framesPerSecond()).toBeNull();
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { estimateProgress } from "./generation-progress.ts";

describe("the progress of a generation", () => {
  test("is the value that the provider reports", () => {
    const known = { elapsedSeconds: 5, medianSeconds: 10, fraction: 0.7, etaSeconds: 3 };

    expect(estimateProgress(known)).toEqual({ fraction: 0.7, etaSeconds: 3 });
  });

  test("is estimated from the model's recent durations when the provider reports none", () => {
    const running = { elapsedSeconds: 5, medianSeconds: 10 };

    expect(estimateProgress(running)).toEqual({ fraction: 0.45, etaSeconds: 5 });
  });

  test("has no remaining time when the generation takes longer than usual", () => {
    const late = { elapsedSeconds: 12, medianSeconds: 10 };

    expect(estimateProgress(late)).toEqual({ fraction: 0.9 });
  });

  test("is absent when nothing is known", () => {
    expect(estimateProgress({ elapsedSeconds: 12, medianSeconds: null })).toEqual({});
  });

  test("never decreases over time and is never negative", () => {
    const seconds = fc.double({ min: 0, max: 10_000, noNaN: true });
    fc.assert(
      fc.property(seconds, seconds, seconds, (medianSeconds, one, other) => {
        const at = (elapsedSeconds: number) => estimateProgress({ elapsedSeconds, medianSeconds });
        const early = at(Math.min(one, other));
        const late = at(Math.max(one, other));

        expect(late.fraction ?? 0).toBeGreaterThanOrEqual(early.fraction ?? 0);
        expect(late.fraction ?? 0).toBeLessThanOrEqual(0.9);
        expect(late.etaSeconds ?? 0).toBeLessThanOrEqual(early.etaSeconds ?? 0);
        expect(late.etaSeconds ?? 1).toBeGreaterThan(0);
      }),
    );
  });
});

import { expect, test } from "vitest";

import { inputExpiry } from "./generation-context.ts";

const at = (time: string) => Date.parse(`2026-11-${time}Z`);
const dayMs = 86_400_000;

test("requests repeated on the same day name their inputs by the same URLs", () => {
  expect(inputExpiry(at("21T23:59:59"))).toBe(inputExpiry(at("21T00:00:01")));
  expect(inputExpiry(at("22T00:00:01"))).toBeGreaterThan(inputExpiry(at("21T23:59:59")));
});

test.each(["21T00:00:00", "21T00:00:01", "21T12:00:00", "21T23:59:59"])(
  "an input URL created at %s is valid for at least one day and at most two",
  (time) => {
    const lastsMs = inputExpiry(at(time)) * 1_000 - at(time);

    expect(lastsMs).toBeGreaterThanOrEqual(dayMs);
    expect(lastsMs).toBeLessThanOrEqual(2 * dayMs);
  },
);

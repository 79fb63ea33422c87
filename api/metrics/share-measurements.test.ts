import { expect, test } from "vitest";

import { shareMeasurements } from "./share-measurements.ts";

const minuteMs = 60_000;

test("callers within the interval share one measurement", async () => {
  let measured = 0;
  const measure = shareMeasurements(async () => (measured += 1), minuteMs);

  expect(await Promise.all([measure(), measure()])).toEqual([1, 1]);
  expect(await measure()).toBe(1);
});

test("a failed measurement is not shared with the next caller", async () => {
  const results = [new Error("database away"), "measured"];
  const measure = shareMeasurements(async () => {
    const result = results.shift();
    if (result instanceof Error) throw result;
    return result;
  }, minuteMs);

  await expect(measure()).rejects.toThrow("database away");
  expect(await measure()).toBe("measured");
});

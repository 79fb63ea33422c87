import { expect, test } from "vitest";

import { pacedStarts } from "./pace-starts.ts";

const idle = { queued: 0, shortestMs: 40, recentMs: 90 };

test("a run starts four steps, and others as these begin, however many run", () => {
  expect(pacedStarts(0, { queued: 0, shortestMs: null, recentMs: null })).toBe(4);
  expect(pacedStarts(40, idle)).toBe(4);
  expect(pacedStarts(40, { ...idle, queued: 3 })).toBe(1);
  expect(pacedStarts(40, { ...idle, queued: 9 })).toBe(0);
});

test("a run whose steps begin late starts none while two are in progress", () => {
  const late = { ...idle, recentMs: 141 };

  expect(pacedStarts(40, late)).toBe(0);
  expect(pacedStarts(2, late)).toBe(0);
  expect(pacedStarts(0, late)).toBe(2);
});

test("a run starts steps again when none has begun lately", () => {
  expect(pacedStarts(40, { ...idle, recentMs: null })).toBe(4);
});

test("a difference between the clocks of the database and the workers changes nothing", () => {
  for (const differenceMs of [-5_000, 5_000]) {
    const shifted = { ...idle, shortestMs: 40 + differenceMs };
    expect(pacedStarts(9, { ...shifted, recentMs: 140 + differenceMs })).toBe(4);
    expect(pacedStarts(9, { ...shifted, recentMs: 141 + differenceMs })).toBe(0);
  }
});

import { expect, test } from "vitest";

import { pacedStarts, paceWaitMs } from "./pace-starts.ts";

const idle = { queued: 0, shortestMs: 40, medianMs: 60 };

test("a run starts four steps, and others as these begin, however many run", () => {
  expect(pacedStarts(0, { queued: 0, shortestMs: null, medianMs: null })).toBe(4);
  expect(pacedStarts(40, idle)).toBe(4);
  expect(pacedStarts(40, { ...idle, queued: 3 })).toBe(1);
  expect(pacedStarts(40, { ...idle, queued: 9 })).toBe(0);
});

test("a run whose steps begin late starts none while two are in progress", () => {
  const late = { ...idle, medianMs: 66 };

  expect(pacedStarts(40, late)).toBe(0);
  expect(pacedStarts(2, late)).toBe(0);
  expect(pacedStarts(0, late)).toBe(2);
});

test("a run decides again soon after a start, and seldom while its steps begin late", () => {
  expect(paceWaitMs({ ...idle, queued: 4 })).toBe(500);
  expect(paceWaitMs({ ...idle, medianMs: 66 })).toBe(5_000);
});

test("a run starts steps again when none has begun lately", () => {
  expect(pacedStarts(40, { ...idle, medianMs: null })).toBe(4);
});

test("a difference between the clocks of the database and the workers changes nothing", () => {
  for (const differenceMs of [-5_000, 5_000]) {
    const shifted = { ...idle, shortestMs: 40 + differenceMs };
    expect(pacedStarts(9, { ...shifted, medianMs: 65 + differenceMs })).toBe(4);
    expect(pacedStarts(9, { ...shifted, medianMs: 66 + differenceMs })).toBe(0);
  }
});

import { expect, test, vi } from "vitest";

import { keptFresh } from "./kept-fresh.ts";

function counting({ failures = [] as readonly number[] } = {}) {
  let loads = 0;
  let timeMs = 0;
  const get = keptFresh(
    async () => {
      loads += 1;
      if (failures.includes(loads)) throw new Error(`load ${loads}`);
      return loads;
    },
    { maxAgeMs: 1_000, now: () => timeMs },
  );
  return {
    get,
    loads: () => loads,
    pass: (milliseconds: number) => {
      timeMs += milliseconds;
    },
  };
}

test("concurrent callers share one load, and later callers its result", async () => {
  const { get, loads, pass } = counting();

  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  pass(999);
  expect(await get()).toBe(1);
  expect(loads()).toBe(1);
});

test("returns a stale value at once and refreshes it in the background", async () => {
  const { get, pass } = counting();
  await get();
  pass(1_000);

  expect(await get()).toBe(1);
  await vi.waitFor(async () => expect(await get()).toBe(2));
});

test("rejects when the first load fails, and loads again on the next call", async () => {
  const { get } = counting({ failures: [1] });

  await expect(get()).rejects.toThrow("load 1");
  expect(await get()).toBe(2);
});

test("keeps the stale value when a refresh fails", async () => {
  const { get, loads, pass } = counting({ failures: [2] });
  await get();
  pass(1_000);

  expect(await get()).toBe(1);
  await vi.waitFor(async () => expect(await get()).toBe(3));
  expect(loads()).toBe(3);
});

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

test("callers at once share one load, and later ones its result", async () => {
  const { get, loads, pass } = counting();

  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  pass(999);
  expect(await get()).toBe(1);
  expect(loads()).toBe(1);
});

test("what is old is given at once and replaced behind it", async () => {
  const { get, pass } = counting();
  await get();
  pass(1_000);

  expect(await get()).toBe(1);
  await vi.waitFor(async () => expect(await get()).toBe(2));
});

test("a failure is told to the first, and is not remembered", async () => {
  const { get } = counting({ failures: [1] });

  await expect(get()).rejects.toThrow("load 1");
  expect(await get()).toBe(2);
});

test("a failure to replace keeps the old one", async () => {
  const { get, loads, pass } = counting({ failures: [2] });
  await get();
  pass(1_000);

  expect(await get()).toBe(1);
  await vi.waitFor(async () => expect(await get()).toBe(3));
  expect(loads()).toBe(3);
});

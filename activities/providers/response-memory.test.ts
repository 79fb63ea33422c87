import { afterEach, expect, test, vi } from "vitest";

import { reserveResponseMemory, withResponseMemory } from "./response-memory.ts";

const mebibyte = 1024 * 1024;

/** Starts an activity that reserves memory and holds it until `end`. */
function startStep(bytes: number): { hasMemory: () => boolean; end: () => Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasMemory = false;
  const step = withResponseMemory(async () => {
    await reserveResponseMemory(bytes);
    hasMemory = true;
    await promise;
  });
  return {
    hasMemory: () => hasMemory,
    async end() {
      resolve();
      await step;
    },
  };
}

/** Waits until everything that can proceed has proceeded. */
const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  vi.useRealTimers();
});

test("large responses share 128 MiB: further ones wait, in order, until an activity has ended", async () => {
  const steps = [60, 60, 60, 1].map((size) => startStep(size * mebibyte));
  await settle();
  expect(steps.map((step) => step.hasMemory())).toEqual([true, true, false, false]);

  await steps[0]?.end();
  await settle();

  expect(steps.map((step) => step.hasMemory())).toEqual([true, true, true, true]);
  await Promise.all(steps.map(async (step) => step.end()));
});

test("receives a response larger than the limit when no other large response is in memory", async () => {
  const [small, large] = [startStep(5 * mebibyte), startStep(500 * mebibyte)];
  await settle();
  expect([small.hasMemory(), large.hasMemory()]).toEqual([true, false]);

  await small.end();
  await settle();

  expect(large.hasMemory()).toBe(true);
  await large.end();
});

test("an activity with a reservation does not wait: two such activities would deadlock", async () => {
  const other = startStep(100 * mebibyte);
  await withResponseMemory(async () => {
    await reserveResponseMemory(20 * mebibyte);
    await reserveResponseMemory(100 * mebibyte);
  });
  await other.end();
});

test("releases the memory of an activity that failed", async () => {
  const failing = withResponseMemory(async () => {
    await reserveResponseMemory(128 * mebibyte);
    throw new Error("the step failed");
  });
  await expect(failing).rejects.toThrow("the step failed");
  const next = startStep(128 * mebibyte);
  await settle();

  expect(next.hasMemory()).toBe(true);
  await next.end();
});

test("receives a response after 30 seconds without memory, because it may be paid for", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const steps = [startStep(128 * mebibyte), startStep(60 * mebibyte)];
  await settle();
  expect(steps[1]?.hasMemory()).toBe(false);

  await vi.advanceTimersByTimeAsync(30_000);

  expect(steps[1]?.hasMemory()).toBe(true);
  await Promise.all(steps.map(async (step) => step.end()));
});

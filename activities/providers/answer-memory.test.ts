import { afterEach, expect, test, vi } from "vitest";

import { reserveAnswerMemory, withAnswerMemory } from "./answer-memory.ts";

const mebibyte = 1024 * 1024;

/** A step that reserves and then holds what it got until it is ended. */
function startStep(bytes: number): { hasMemory: () => boolean; end: () => Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasMemory = false;
  const step = withAnswerMemory(async () => {
    await reserveAnswerMemory(bytes);
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

/** Long enough for everything that waits for nothing else. */
const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  vi.useRealTimers();
});

test("large answers share 128 MiB: more of them wait, in order, until a step has ended", async () => {
  const steps = [60, 60, 60, 1].map((size) => startStep(size * mebibyte));
  await settle();
  expect(steps.map((step) => step.hasMemory())).toEqual([true, true, false, false]);

  await steps[0]?.end();
  await settle();

  expect(steps.map((step) => step.hasMemory())).toEqual([true, true, true, true]);
  await Promise.all(steps.map(async (step) => step.end()));
});

test("an answer that is larger than all of it goes alone", async () => {
  const [small, large] = [startStep(5 * mebibyte), startStep(500 * mebibyte)];
  await settle();
  expect([small.hasMemory(), large.hasMemory()]).toEqual([true, false]);

  await small.end();
  await settle();

  expect(large.hasMemory()).toBe(true);
  await large.end();
});

test("a step that has reserved before does not wait: two such steps would wait for each other", async () => {
  const other = startStep(100 * mebibyte);
  await withAnswerMemory(async () => {
    await reserveAnswerMemory(20 * mebibyte);
    await reserveAnswerMemory(100 * mebibyte);
  });
  await other.end();
});

test("memory is free again after a step that failed", async () => {
  const failing = withAnswerMemory(async () => {
    await reserveAnswerMemory(128 * mebibyte);
    throw new Error("the step failed");
  });
  await expect(failing).rejects.toThrow("the step failed");
  const next = startStep(128 * mebibyte);
  await settle();

  expect(next.hasMemory()).toBe(true);
  await next.end();
});

test("an answer is not kept waiting for longer than 30 seconds: it may be paid for", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const steps = [startStep(128 * mebibyte), startStep(60 * mebibyte)];
  await settle();
  expect(steps[1]?.hasMemory()).toBe(false);

  await vi.advanceTimersByTimeAsync(30_000);

  expect(steps[1]?.hasMemory()).toBe(true);
  await Promise.all(steps.map(async (step) => step.end()));
});

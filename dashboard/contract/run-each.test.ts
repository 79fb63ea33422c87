import { expect, test } from "vitest";

import { type Result, runEach } from "./run-each.ts";

test("each item is done once, never more than allowed at the same time, and a failure stops no other", async () => {
  const items = [1, 2, 3, 4, 5, 6, 7];
  const results: Result<number>[] = [];
  let running = 0;
  let runningMax = 0;
  await runEach(items, {
    atOnce: 3,
    act: async (item) => {
      running += 1;
      runningMax = Math.max(runningMax, running);
      await Promise.resolve();
      running -= 1;
      if (item === 2) throw new Error("refused");
      return item;
    },
    isStopped: () => false,
    onResult: (result) => results.push(result),
  });

  expect(runningMax).toBe(3);
  const done = results.flatMap((one) => ("outcome" in one ? one.outcome : []));
  expect(new Set(done)).toEqual(new Set([1, 3, 4, 5, 6, 7]));
  expect(results.filter((one) => "error" in one)).toHaveLength(1);
});

test("after a stop, what runs is finished and nothing else begins", async () => {
  const begun: number[] = [];
  const results: Result<number>[] = [];
  await runEach([1, 2, 3, 4], {
    atOnce: 2,
    act: async (item) => {
      begun.push(item);
      await Promise.resolve();
      return item;
    },
    isStopped: () => begun.length >= 2,
    onResult: (result) => results.push(result),
  });

  expect(begun).toEqual([1, 2]);
  expect(results).toEqual([{ outcome: 1 }, { outcome: 2 }]);
});

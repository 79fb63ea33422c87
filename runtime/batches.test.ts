import { expect, test } from "vitest";

import { batchByKey, type BatchRules } from "./batches.ts";

/** Batches that end when the test says so. */
function heldBatches(rules?: BatchRules<string>) {
  const batches: { key: string; items: readonly string[]; end: PromiseWithResolvers<void> }[] = [];
  const add = batchByKey(async (key, items: readonly string[]) => {
    const end = Promise.withResolvers<void>();
    batches.push({ key, items, end });
    await end.promise;
    return items.map((item) => `${key} ${item}`);
  }, rules);
  return { batches, add };
}

test("items that arrive during a batch are the next one, and each gets its own result", async () => {
  const { batches, add } = heldBatches();
  const first = add("a", "1");
  const others = [add("a", "2"), add("a", "3")];
  expect(batches.map(({ items }) => items)).toEqual([["1"]]);

  batches[0]?.end.resolve();
  expect(await first).toBe("a 1");
  expect(batches.map(({ items }) => items)).toEqual([["1"], ["2", "3"]]);
  batches[1]?.end.resolve();
  expect(await Promise.all(others)).toEqual(["a 2", "a 3"]);
});

test("keys do not wait for each other, and a batch has a maximum", async () => {
  const { batches, add } = heldBatches({ max: 2 });
  const all = ["1", "2", "3", "4"].map(async (item) => add("a", item));
  const other = add("b", "1");

  batches[1]?.end.resolve();
  expect(await other).toBe("b 1");
  batches[0]?.end.resolve();
  await all[0];
  batches[2]?.end.resolve();
  await all[1];
  batches[3]?.end.resolve();

  expect(await Promise.all(all)).toEqual(["a 1", "a 2", "a 3", "a 4"]);
  expect(batches.map(({ items }) => items)).toEqual([["1"], ["1"], ["2", "3"], ["4"]]);
});

test("an error is the result of its batch only", async () => {
  const { batches, add } = heldBatches();
  const all = ["1", "2", "3"].map(async (item) => add("a", item));
  batches[0]?.end.resolve();
  await all[0];
  batches[1]?.end.reject(new Error("the database is down"));
  await expect(all[1]).rejects.toThrow("the database is down");
  await expect(all[2]).rejects.toThrow("the database is down");

  const next = add("a", "4");
  batches[2]?.end.resolve();
  expect(await next).toBe("a 4");
});

test("items with the same distinct value never share a batch, and keep their order", async () => {
  const { batches, add } = heldBatches({ distinctBy: (item) => (item === "-" ? null : item) });
  const all = ["a", "b", "-", "-", "b", "c"].map(async (item) => add("k", item));

  for (const index of [0, 1, 2]) {
    await expect.poll(() => batches[index]).toBeDefined();
    batches[index]?.end.resolve();
  }

  await Promise.all(all);
  expect(batches.map(({ items }) => items)).toEqual([["a"], ["b", "-", "-"], ["b", "c"]]);
});

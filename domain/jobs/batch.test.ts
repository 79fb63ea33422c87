import { describe, expect, test } from "vitest";

import { batchPercent, batchStatusOf } from "./batch.ts";

const open = { items: 3, completed: 0, failed: 0, canceled: 0 };
const now = new Date();

describe("the status of a batch", () => {
  test("is processing until every item has ended, then completed, however the items ended", () => {
    expect(batchStatusOf({ ...open, completed: 2 })).toBe("processing");
    expect(batchStatusOf({ ...open, failed: 3, finishedAt: now })).toBe("completed");
    // All jobs were canceled one by one, but not the batch.
    expect(batchStatusOf({ ...open, canceled: 3, finishedAt: now })).toBe("completed");
  });

  test("is canceled when the cancellation stopped an item, and completed when it came too late", () => {
    const canceling = { ...open, cancelRequestedAt: now };

    expect(batchStatusOf({ ...canceling, completed: 1 })).toBe("canceling");
    expect(batchStatusOf({ ...canceling, completed: 2, canceled: 1, finishedAt: now })).toBe(
      "canceled",
    );
    expect(batchStatusOf({ ...canceling, completed: 3, finishedAt: now })).toBe("completed");
  });
});

test("progress counts ended items and is 100 only when all have ended", () => {
  const batch = { items: 1_000, completed: 900, failed: 50, canceled: 49 };

  expect(batchPercent(batch)).toBe(99);
  expect(batchPercent({ ...batch, canceled: 50 })).toBe(100);
});

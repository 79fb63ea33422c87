import { describe, expect, test } from "vitest";

import { beginOrder, createOrders, endOrder, withoutKey } from "./orders.ts";

describe("the order of a request", () => {
  test("is that of the equal request that failed, and is given to one repetition", () => {
    const orders = createOrders();
    const headers = { "user-agent": "ai" };
    const first = beginOrder(orders, headers, "fox");
    const other = beginOrder(orders, headers, "cat");
    endOrder(orders, headers, { order: first, mayRepeat: true });

    const again = beginOrder(orders, headers, "fox");
    const parallel = beginOrder(orders, headers, "fox");

    expect(again.key).toBe(first.key);
    expect(new Set([first.key, other.key, parallel.key]).size).toBe(3);
  });

  test("is a new one while the equal request is under way, after its end, and with other headers", () => {
    const orders = createOrders();
    const headers = {};
    const first = beginOrder(orders, headers, "fox");
    const parallel = beginOrder(orders, headers, "fox");
    endOrder(orders, headers, { order: first, mayRepeat: false });
    endOrder(orders, headers, { order: parallel, mayRepeat: true });
    const elsewhere = beginOrder(orders, {}, "fox");
    const repeated = beginOrder(orders, headers, "fox");
    const later = beginOrder(orders, headers, "fox");

    expect(repeated.key).toBe(parallel.key);
    const keys = [first, parallel, elsewhere, later].map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
  });

  test("has the caller's key, numbered only for orders at the same time", () => {
    const orders = createOrders();
    const headers = { "Idempotency-Key": "fox" };
    const first = beginOrder(orders, headers, "a");
    const second = beginOrder(orders, headers, "b");
    endOrder(orders, headers, { order: first, mayRepeat: false });
    const third = beginOrder(orders, headers, "a");

    expect([first, second, third].map(({ key }) => key)).toEqual(["fox", "fox-2", "fox"]);
    expect(withoutKey({ ...headers, accept: undefined, "user-agent": "ai" })).toEqual({
      "user-agent": "ai",
    });
  });

  test("is remembered for a bounded number of failed requests", () => {
    const orders = createOrders();
    const headers = {};
    for (let count = 0; count < 1_000; count += 1) {
      const order = beginOrder(orders, headers, String(count));
      endOrder(orders, headers, { order, mayRepeat: true });
    }
    expect(orders.get(headers)?.length).toBeLessThanOrEqual(101);
  });
});

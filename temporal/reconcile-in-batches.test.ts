import type { Client } from "@temporalio/client";
import { expect, test } from "vitest";

import { reconcileInBatches } from "./reconcile-in-batches.ts";

const client = {
  options: { namespace: "default" },
  withDeadline: async (_deadline: number, call: () => Promise<unknown>) => call(),
  workflowService: { describeNamespace: async () => ({}) },
  // A client without a server: only the members above are called.
} as unknown as Client;

test("reconciles 200 items a second, 20 concurrently, until nothing is due", async () => {
  const due = Array.from({ length: 450 }, (_, index) => index);
  const looked: number[] = [];
  const claimedAt: number[] = [];
  let atOnce = 0;
  let atOnceMax = 0;

  await reconcileInBatches(
    { client, beat: () => undefined },
    {
      async claim(limit) {
        claimedAt.push(performance.now());
        return due.splice(0, limit);
      },
      async reconcile(item) {
        atOnce += 1;
        atOnceMax = Math.max(atOnceMax, atOnce);
        await Promise.resolve();
        atOnce -= 1;
        looked.push(item);
      },
    },
  );

  expect(looked.toSorted((left, right) => left - right)).toEqual([...Array(450).keys()]);
  expect(atOnceMax).toBe(20);
  // Three claims suffice, at least one second apart.
  expect(claimedAt).toHaveLength(3);
  const pauses = claimedAt.slice(1).map((at, index) => at - (claimedAt[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(990);
});

test("claims and reconciles nothing more after an abort", async () => {
  const stopping = new AbortController();
  let claims = 0;
  let looks = 0;

  await reconcileInBatches(
    { client, beat: () => undefined },
    {
      async claim(limit) {
        claims += 1;
        return Array.from({ length: limit }, () => "due");
      },
      async reconcile() {
        looks += 1;
        stopping.abort();
      },
    },
    stopping.signal,
  );

  expect({ claims, looks }).toEqual({ claims: 1, looks: 1 });
});

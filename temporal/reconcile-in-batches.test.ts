import type { Client } from "@temporalio/client";
import { expect, test } from "vitest";

import { reconcileInBatches } from "./reconcile-in-batches.ts";

const client = {
  options: { namespace: "default" },
  withDeadline: async (_deadline: number, call: () => Promise<unknown>) => call(),
  workflowService: { describeNamespace: async () => ({}) },
  // A client without a server: all that is called of it is above.
} as unknown as Client;

test("one reconciler looks at 200 items a second, 20 at once, until nothing is due", async () => {
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
  // Three claims are enough, and there is a second between one and the next.
  expect(claimedAt).toHaveLength(3);
  const pauses = claimedAt.slice(1).map((at, index) => at - (claimedAt[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(990);
});

test("an aborted reconciler claims nothing more and looks at nothing more", async () => {
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

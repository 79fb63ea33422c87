import { expect, test } from "vitest";

import { createFairShare } from "./fair-share.ts";

/** Takes places until one is refused, and returns their number. */
function takeAll(share: ReturnType<typeof createFairShare>, holder: string): number {
  let taken = 0;
  while (share.take(holder) !== null) taken += 1;
  return taken;
}

test("a single holder gets half of the places", () => {
  expect(takeAll(createFairShare(100), "one")).toBe(50);
});

test("a new holder gets a place when six others have taken their full shares", () => {
  const share = createFairShare(100);
  const holders = Array.from({ length: 6 }, (_, number) => `holder ${number}`);

  const taken = holders.map((holder) => takeAll(share, holder));

  expect(taken).toEqual([50, 25, 13, 6, 3, 2]);
  expect(share.take("newcomer")).not.toBeNull();
});

test("a released place can be taken again, by its holder or another", () => {
  const share = createFairShare(2);
  const giveBack = share.take("one");
  expect(share.take("one")).toBeNull();

  giveBack?.();

  expect(share.take("one")).not.toBeNull();
  expect(share.take("two")).not.toBeNull();
  expect(share.take("three")).toBeNull();
});

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { type FeedPlace, parsePlace, parseSnapshot, writePlace } from "./feed-place.ts";

const ids = fc.bigInt({ min: 1n, max: 2n ** 63n });
const snapshots = fc
  .uniqueArray(ids, { minLength: 2, maxLength: 30 })
  .map((given) => given.toSorted((left, right) => Number(left > right) - Number(left < right)))
  .map((given) => ({ first: given[0] ?? 1n, next: given.at(-1) ?? 2n, open: given.slice(0, -1) }));
const keys = fc.record({
  subject: fc.uuid({ version: 7 }).map((id) => `job_${id}`),
  sequence: fc.nat({ max: 999_999_999 }),
});
const places: fc.Arbitrary<FeedPlace> = fc.record({
  read: snapshots,
  part: fc.option(fc.record({ upTo: snapshots, last: keys })),
});

test("a place survives its text, which an HTTP header can carry", () => {
  fc.assert(
    fc.property(places, (place) => {
      const text = writePlace(place) ?? "";

      expect(parsePlace(text)).toEqual(place);
      expect(text).toMatch(/^[\x21-\x7e]+$/);
    }),
  );
});

test("a place of too many open transactions has no text", () => {
  const open = Array.from({ length: 400 }, (_, index) => 2n ** 62n + BigInt(index));
  const read = { first: open[0] ?? 1n, next: 2n ** 63n, open };

  expect(writePlace({ read, part: null })).toBeNull();
});

test.each([
  "",
  "1",
  "0:1:",
  "5:4:",
  "4:9:9",
  "4:9:3",
  "4:9:6,5",
  "4:9:5,5",
  "4:9:5,",
  "-4:9:",
  "4:9:;4:9:",
  "4:9:;4:9:;job_1/1",
  "99999999999999999999:99999999999999999999:",
  "1:9223372036854775809:",
  " 4:9:",
  "4:9:\n",
])("%j is the text of no place", (text) => {
  expect(parsePlace(text)).toBeNull();
});

test("reads long texts in linear time", () => {
  expect(parsePlace("1".repeat(1_000_000))).toBeNull();
  expect(parseSnapshot(`1:2:${"1,".repeat(100_000)}`)).toBeNull();
});

import { expect, test } from "vitest";

import { createId, idsWithin } from "./ids.ts";

const hourMs = 3_600_000;

test("bounds include ids of their time and exclude ids of an hour before and after", () => {
  const now = Date.now();
  const { $gte = "", $lt = "" } = idsWithin("job", {
    createdAfter: new Date(now),
    createdBefore: new Date(now + 1),
  });
  const { $lt: before = "" } = idsWithin("job", { createdBefore: new Date(now - hourMs) });
  const { $gte: after = "" } = idsWithin("job", { createdAfter: new Date(now + hourMs) });
  const id = createId("job");

  expect($gte <= id && id < $lt).toBe(true);
  expect(before <= id).toBe(true);
  expect(after > id).toBe(true);
});

test("uses the earlier of a page position and a time as the upper bound", () => {
  const id = createId("job");
  const bound = (milliseconds: number) =>
    idsWithin("job", { beforeId: id, createdBefore: new Date(milliseconds) }).$lt ?? "";

  expect(bound(Date.now() + hourMs)).toBe(id);
  expect(bound(Date.now() - hourMs) < id).toBe(true);
});

test("clamps times outside of the range of ids", () => {
  const id = createId("job");

  expect(idsWithin("job", { createdAfter: new Date(-1e14) }).$gte?.localeCompare(id)).toBe(-1);
  expect(idsWithin("job", { createdBefore: new Date(8.64e15) }).$lt?.localeCompare(id)).toBe(1);
  expect(idsWithin("job", {})).toEqual({});
});

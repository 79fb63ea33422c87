import { expect, test } from "vitest";

import { parseRange } from "./send-file.ts";

test.each([
  [undefined, null],
  ["bytes=0-9", { start: 0, end: 9 }],
  ["bytes=90-", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=50-500", { start: 50, end: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=9-3", null],
  ["bytes=0-1,5-6", null],
  ["items=0-1", null],
])("parses the range of a file of 100 bytes: %s → %j", (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});

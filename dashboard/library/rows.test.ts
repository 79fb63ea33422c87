import { expect, test } from "vitest";

import type { LibraryFile } from "#contract/library.ts";

import { findRows, placeRows, toRows } from "./rows.ts";

function file(fileId: string, createdAt: string): LibraryFile {
  return {
    fileId,
    source: "generated",
    contentType: "image/png",
    bytes: 1,
    createdAt,
    keptUntil: createdAt,
    url: "",
    preview: { state: "none" },
  };
}

test("each day begins with its heading and a new row", () => {
  const files = ["a", "b", "c"].map((id) => file(id, "2026-11-23T12:00:00Z"));
  const rows = toRows([...files, file("d", "2026-11-21T12:00:00Z")], 2);

  expect(
    rows.map((row) => ("day" in row ? "day" : row.files.map(({ fileId }) => fileId).join(""))),
  ).toEqual(["day", "ab", "c", "day", "d"]);
});

test("an empty list has no rows", () => {
  expect(toRows([], 4)).toEqual([]);
});

test("only the rows near the screen are found, wherever it is", () => {
  const files = Array.from({ length: 40 }, (_, index) => file(`${index}`, "2026-11-23T12:00:00Z"));
  const places = placeRows(toRows(files, 2), { dayHeight: 40, tileHeight: 100 });
  const find = (from: number) => findRows(places, { from, to: from + 150, ahead: 2 });

  expect(places.slice(0, 4)).toEqual([0, 40, 140, 240]);
  expect(places.at(-1)).toBe(2_040);
  // 21 rows: the day and 20 rows of two files.
  expect(find(0)).toEqual({ first: 0, end: 5 });
  expect(find(1_000)).toEqual({ first: 8, end: 15 });
  expect(find(1_900)).toEqual({ first: 17, end: 21 });
  // Before and behind the wall, its nearest rows.
  expect(find(-5_000)).toEqual({ first: 0, end: 3 });
  expect(find(9_000)).toEqual({ first: 18, end: 21 });
  expect(findRows([0], { from: 0, to: 100, ahead: 2 })).toEqual({ first: 0, end: 0 });
});

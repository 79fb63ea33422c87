import { expect, test } from "vitest";

import type { LibraryFile } from "#contract/library.ts";

import { toRows } from "./rows.ts";

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

import { describe, expect, test } from "vitest";

import { withNewest } from "./merge-files.ts";

const files = (...ids: string[]) => ids.map((fileId) => ({ fileId, isReady: false }));
const idsOf = (pages: { readonly data: readonly { readonly fileId: string }[] }[]) =>
  pages.map(({ data }) => data.map(({ fileId }) => fileId).join(" "));

describe("a library of several pages", () => {
  const known = {
    pages: [
      { data: files("3", "2"), nextCursor: "after 2" },
      { data: files("1"), nextCursor: null },
    ],
    pageParams: [{ cursor: null }, { cursor: "after 2" }],
  };

  test("keeps its pages and cursors when a newer file is added", () => {
    const added = withNewest(known, { data: files("4", "3"), nextCursor: "after 3" });

    expect(idsOf(added.pages)).toEqual(["4 3 2", "1"]);
    expect(added.pages[0]?.nextCursor).toBe("after 2");
    expect(added.pageParams).toEqual(known.pageParams);
  });

  test("takes the newer state of a file, such as its preview", () => {
    const ready = { fileId: "3", isReady: true };

    const updated = withNewest(known, { data: [ready, ...files("2")], nextCursor: "after 2" });

    expect(updated.pages[0]?.data).toEqual([ready, ...files("2")]);
  });

  test("begins again when more files are new than a page has, because those between are unknown", () => {
    const jumped = withNewest(known, { data: files("9", "8"), nextCursor: "after 8" });

    expect(idsOf(jumped.pages)).toEqual(["9 8"]);
    expect(jumped.pageParams).toEqual([{ cursor: null }]);
  });
});

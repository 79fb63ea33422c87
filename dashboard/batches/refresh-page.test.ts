import { expect, test } from "vitest";

import { refreshMs, refreshOf } from "./refresh-page.ts";

test("a page of items is read again until all of them have ended", () => {
  expect(refreshOf(undefined)).toBe(false);
  expect(refreshOf([{ status: "completed" }, { status: "processing" }])).toBe(refreshMs);
  expect(refreshOf([{ status: "completed" }, { status: "failed" }, { status: "canceled" }])).toBe(
    false,
  );
});

import { expect, test } from "vitest";

import { jobsUrlOf } from "./jobs-url.ts";

const range = { from: "2026-11-01", to: "2026-11-30" };

test("a number leads to its jobs, on its day or in the whole period", () => {
  expect(jobsUrlOf(range, { day: "2026-11-21" })).toBe("/jobs?from=2026-11-21&to=2026-11-21");
  expect(jobsUrlOf(range, { model: "a&b", status: "failed" })).toBe(
    "/jobs?model=a%26b&status=failed&from=2026-11-01&to=2026-11-30",
  );
});

test("a number without a filter of the list leads nowhere", () => {
  expect(jobsUrlOf(range, { model: "" })).toBeUndefined();
  expect(jobsUrlOf(range, { day: "2026-11-21", key: "key_1" })).toBeUndefined();
});

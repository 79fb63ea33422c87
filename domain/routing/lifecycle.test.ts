import { expect, test } from "vitest";

import { deprecationNotice, modelStatusAt } from "./lifecycle.ts";

const model = { status: "active", retiresOn: "2027-03-01", enabled: true } as const;

test.each([
  ["2026-11-01T00:00:00Z", "active"],
  ["2026-12-01T00:00:00Z", "deprecated"],
  ["2027-02-28T23:59:59.999Z", "deprecated"],
  ["2027-03-01T00:00:00Z", "retired"],
  ["2030-01-01T00:00:00Z", "retired"],
])("at %s a model that ends on 2027-03-01 is %s", (now, status) => {
  expect(modelStatusAt(model, new Date(now))).toBe(status);
});

test("without a retirement date the catalog's status applies, and an operator's switch overrides both", () => {
  const now = new Date("2030-01-01T00:00:00Z");

  expect(modelStatusAt({ ...model, retiresOn: null }, now)).toBe("active");
  expect(modelStatusAt({ ...model, retiresOn: null, status: "deprecated" }, now)).toBe(
    "deprecated",
  );
  expect(modelStatusAt({ ...model, enabled: false }, now)).toBe("disabled");
});

test("a model that was retired early stays retired before its date", () => {
  const now = new Date("2026-11-01T00:00:00Z");

  expect(modelStatusAt({ ...model, status: "retired" }, now)).toBe("retired");
});

test.each([
  ["2027-03-01", "next", "old will be retired on 2027-03-01; next replaces it."],
  [null, "next", "old is deprecated; next replaces it."],
  ["2027-03-01", null, "old will be retired on 2027-03-01."],
])("a notice names the date %s and the replacement %s", (retiresOn, replacedBy, notice) => {
  const known = { modelId: "old", retiresOn, replacedBy };

  expect(deprecationNotice({ ...known, status: "deprecated" })).toBe(notice);
  expect(deprecationNotice({ ...known, status: "active" })).toBeNull();
});

import { expect, test } from "vitest";

import { definitionSchema } from "./definition.ts";
import { changesBetween } from "./version-changes.ts";

const value = (text: string) => ({ kind: "value", value: `{{ ${text} }}` });

function definition(steps: object) {
  return definitionSchema.parse({ schemaVersion: 1, steps, outputs: { one: "{{ 1 }}" } });
}

const map = (inner: object, maxItems = 2) => ({
  kind: "map",
  over: "{{ range(2) }}",
  maxItems,
  steps: inner,
  value: "{{ item }}",
});

test("lists added, removed and changed steps", () => {
  const before = definition({ a: value("1"), b: value("2"), c: value("3") });
  const after = definition({ a: value("1"), b: value("4"), d: value("3") });

  expect(changesBetween(before, before)).toEqual([]);
  expect(changesBetween(before, after)).toEqual([
    { step: "b", change: "changed" },
    { step: "d", change: "added" },
    { step: "c", change: "removed" },
  ]);
});

test("a change within a map is a change of the inner step only", () => {
  const before = definition({ all: map({ one: value("1") }) });

  expect(changesBetween(before, definition({ all: map({ one: value("2") }) }))).toEqual([
    { step: "one", change: "changed" },
  ]);
  expect(changesBetween(before, definition({ all: map({ one: value("1") }, 3) }))).toEqual([
    { step: "all", change: "changed" },
  ]);
});

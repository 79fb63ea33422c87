import { expect, test } from "vitest";
import { z } from "zod";

import { toIssues } from "./issues.ts";

const schema = z.strictObject({
  name: z.string().max(3),
  "a/b~c": z.number().optional(),
  either: z.union([z.literal(1), z.strictObject({ deep: z.enum(["x", "y"]) })]).optional(),
  list: z.array(z.strictObject({ kind: z.string() })).optional(),
});

function issuesOf(value: unknown) {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : toIssues(error, "body");
}

test("a missing field is required, not of the wrong type", () => {
  expect(issuesOf({})).toMatchObject([{ pointer: "/name", code: "required" }]);
});

test("each unknown field is a problem of its own, at its own place", () => {
  expect(issuesOf({ name: "a", list: [{ kind: "k", one: 1, two: 2 }] })).toMatchObject([
    { pointer: "/list/0/one", code: "unknown_field" },
    { pointer: "/list/0/two", code: "unknown_field" },
  ]);
});

test("pointers escape the characters that JSON pointers need", () => {
  expect(issuesOf({ name: "a", "a/b~c": "" })).toMatchObject([{ pointer: "/a~1b~0c" }]);
});

test("of alternatives, the one that was meant is explained", () => {
  expect(issuesOf({ name: "a", either: { deep: "z" } })).toMatchObject([
    { pointer: "/either/deep", code: "not_allowed", message: expect.stringContaining("x") },
  ]);
});

test("all problems are told at once", () => {
  expect(issuesOf({ name: "too long", extra: 1 }).map((issue) => issue.code)).toEqual([
    "too_large",
    "unknown_field",
  ]);
});

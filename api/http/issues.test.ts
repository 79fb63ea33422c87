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

test("reports a missing field as required, not as a wrong type", () => {
  expect(issuesOf({})).toMatchObject([{ pointer: "/name", code: "required" }]);
});

test("reports each unknown field separately, with its own pointer", () => {
  expect(issuesOf({ name: "a", list: [{ kind: "k", one: 1, two: 2 }] })).toMatchObject([
    { pointer: "/list/0/one", code: "unknown_field" },
    { pointer: "/list/0/two", code: "unknown_field" },
  ]);
});

test("escapes characters in pointers as RFC 6901 demands", () => {
  expect(issuesOf({ name: "a", "a/b~c": "" })).toMatchObject([{ pointer: "/a~1b~0c" }]);
});

test("explains the closest branch of a union", () => {
  expect(issuesOf({ name: "a", either: { deep: "z" } })).toMatchObject([
    { pointer: "/either/deep", code: "not_allowed", message: expect.stringContaining("x") },
  ]);
});

test("reports all issues at once", () => {
  expect(issuesOf({ name: "too long", extra: 1 }).map((issue) => issue.code)).toEqual([
    "too_large",
    "unknown_field",
  ]);
});

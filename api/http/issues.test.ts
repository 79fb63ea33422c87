import { expect, test } from "vitest";
import { z } from "zod";

import { reportInput, toIssues } from "./issues.ts";

const schema = z.strictObject({
  name: z.string().max(3),
  "a/b~c": z.number().optional(),
  either: z.union([z.literal(1), z.strictObject({ deep: z.enum(["x", "y"]) })]).optional(),
  list: z.array(z.strictObject({ kind: z.string() })).optional(),
});

function issuesOf(value: unknown) {
  const { error } = schema.safeParse(value, reportInput);
  return error === undefined ? [] : toIssues(error, { schema, place: "body" });
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

test("suggests the field that was meant: mistyped, in an inner object, or named as in another API", () => {
  const request = z.strictObject({
    message: z.string().optional(),
    parameters: z.strictObject({ aspectRatio: z.string(), count: z.number() }).optional(),
    items: z.array(z.strictObject({ kind: z.string().optional() })).optional(),
  });
  const messagesOf = (value: unknown) => {
    const { error } = request.safeParse(value, reportInput);
    return (error === undefined ? [] : toIssues(error, { schema: request, place: "body" })).map(
      ({ message }) => message,
    );
  };

  expect(
    messagesOf({ massage: "", aspectratio: "", n: 1, prompt: "", xyz: 1, items: [{ knid: "" }] }),
  ).toEqual([
    "Unknown field: knid. Did you mean kind?",
    "Unknown field: massage. Did you mean message?",
    "Unknown field: aspectratio. Did you mean parameters.aspectRatio?",
    "Unknown field: n. Did you mean parameters.count?",
    "Unknown field: prompt. Did you mean message?",
    "Unknown field: xyz.",
  ]);
});

test("suggests a field of the option of a union that the value chooses", () => {
  const step: z.ZodType = z.lazy(() =>
    z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("paint"), prompt: z.string().optional() }),
      z.strictObject({ kind: z.literal("group"), steps: z.record(z.string(), step) }),
    ]),
  );
  const group = z.strictObject({ steps: z.record(z.string(), step) });
  const inner = { kind: "group", stpes: {}, steps: { b: { kind: "paint", promt: "", steps: {} } } };
  const { error } = group.safeParse({ steps: { a: inner } }, reportInput);

  const issues = error === undefined ? [] : toIssues(error, { schema: group, place: "body" });
  expect(issues.map(({ pointer, message }) => [pointer, message])).toEqual([
    ["/steps/a/steps/b/promt", "Unknown field: promt. Did you mean prompt?"],
    ["/steps/a/steps/b/steps", "Unknown field: steps."],
    ["/steps/a/stpes", "Unknown field: stpes. Did you mean steps?"],
  ]);
});

test("suggests the allowed value that was meant", () => {
  expect(issuesOf({ name: "a", either: { deep: "X" } })).toMatchObject([
    { message: "Must be one of x, y. Did you mean x?" },
  ]);
});

import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { taskOf } from "#activities/pipelines/tasks/index.ts";
import { stepKinds } from "#domain/pipelines/kinds/index.ts";
import type { StepKindName } from "#domain/pipelines/step.ts";

// The recipe for a step kind in docs/pipelines.md names a file and a row; whatever a kind lacks, a test names.

const root = new URL("../../", import.meta.url);
const kinds = Object.keys(stepKinds) as StepKindName[];

test("every file of a step kind has a row, and the reverse", () => {
  const files = readdirSync(new URL("domain/pipelines/kinds/", root))
    .filter((name) => !name.endsWith(".test.ts"))
    .map((name) => name.replace(/\.ts$/, ""));

  expect(files.toSorted()).toEqual([...kinds, "index", "step-kind"].toSorted());
});

test.each(kinds.filter((kind) => stepKinds[kind].effect === "task"))(
  "the task of %s has a function",
  (kind) => {
    expect(taskOf(kind).perform).toBeTypeOf("function");
  },
);

test.each(kinds)("the kind %s is documented", (kind) => {
  const page = readFileSync(new URL("docs/pipelines.md", root), "utf8");

  expect(page).toMatch(new RegExp(`^\\| \`${kind}\``, "m"));
});

import { expect, test } from "vitest";

import { cachedWorkflowsMax } from "./cached-workflows.ts";

const mebibyte = 1_048_576;

test.each([
  [128, 10],
  [256, 32],
  [1_024, 484],
  [4_096, 1_000],
])("a heap of %i MiB has a cache of %i workflows", (mebibytes, workflows) => {
  expect(cachedWorkflowsMax(mebibytes * mebibyte)).toBe(workflows);
});

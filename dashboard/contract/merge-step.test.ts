import type { PipelineRun } from "@gme/client";
import { expect, test } from "vitest";

import { mergeStep } from "./merge-step.ts";

const run = {
  pipelineId: "narrated-clip",
  version: 1,
  outputs: {},
  steps: [
    { step: "voice", kind: "generate", status: "completed", attempt: 1, credits: 1 },
    { step: "film", kind: "transform", status: "waiting", attempt: 1 },
  ],
  // The merge changes steps only.
} as unknown as PipelineRun;

const statusesOf = ({ steps }: PipelineRun) => steps.map(({ status }) => status);

test("a change of an outermost step is shown at once", () => {
  const changed = mergeStep(run, { step: "film", status: "running", attempt: 1, jobId: "job_1" });

  expect(changed.steps[1]).toMatchObject({ status: "running", jobId: "job_1", kind: "transform" });
});

test("a step that has ended stays, because a stream begins with older changes", () => {
  const old = mergeStep(run, { step: "voice", status: "running", attempt: 1 });
  const again = mergeStep(run, { step: "voice", status: "running", attempt: 2 });
  const inner = mergeStep(run, { step: "shots[0].take", status: "running", attempt: 1 });

  expect(statusesOf(old)).toEqual(["completed", "waiting"]);
  expect(statusesOf(again)).toEqual(["running", "waiting"]);
  expect(statusesOf(inner)).toEqual(["completed", "waiting"]);
});

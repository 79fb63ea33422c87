import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  canBecome,
  isFinal,
  jobStages,
  jobStatuses,
  progressPercent,
  statusesBefore,
  workflowIdOf,
  type JobStatus,
} from "./job.ts";

const finalStatuses = ["completed", "failed", "canceled", "needs_input"];

test("exactly the four ended statuses are final", () => {
  expect(jobStatuses.filter(isFinal)).toEqual(finalStatuses);
});

test("a final status never changes", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...jobStatuses), { maxLength: 30 }), (wishes) => {
      let status: JobStatus = "queued";
      for (const wish of wishes) {
        const before: JobStatus = status;
        if (canBecome(status, wish)) status = wish;
        expect(isFinal(before) && status !== before).toBe(false);
      }
    }),
  );
});

test("every status is reachable from queued, and every open status can still become failed and canceled", () => {
  const reached = new Set<JobStatus>(["queued"]);
  for (const from of reached) {
    for (const to of jobStatuses) if (canBecome(from, to)) reached.add(to);
  }

  expect([...reached].toSorted()).toEqual([...jobStatuses].toSorted());
  for (const status of jobStatuses.filter((each) => !isFinal(each))) {
    expect(canBecome(status, "failed")).toBe(true);
    expect(canBecome(status, "canceled")).toBe(true);
  }
});

test("no status changes to itself, so a repeated write has no effect", () => {
  expect(jobStatuses.filter((status) => canBecome(status, status))).toEqual([]);
});

test("statusesBefore lists exactly the statuses that may change to the given one", () => {
  expect(statusesBefore("completed")).toEqual(["processing", "canceling"]);
  expect(statusesBefore("canceling")).toEqual(["processing"]);
  expect(statusesBefore("queued")).toEqual([]);
});

test("progress stays within 0 to 100 and never decreases from one stage to the next", () => {
  const anyFraction = fc.oneof(fc.double({ min: -1, max: 2, noNaN: true }), fc.constant(undefined));
  fc.assert(
    fc.property(anyFraction, anyFraction, (first, second) => {
      for (const [index, stage] of jobStages.entries()) {
        const percent = progressPercent(stage, first);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
        const next = jobStages[index + 1];
        const nextPercent = next === undefined ? 100 : progressPercent(next, second);
        expect(nextPercent).toBeGreaterThanOrEqual(percent);
      }
    }),
  );
});

test("the workflow id contains the job id", () => {
  expect(workflowIdOf("job_1")).toBe("job/job_1");
});

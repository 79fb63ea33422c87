import type { Job, JobEvent } from "@gme/client";
import { expect, test } from "vitest";

import { mergeEvent } from "./merge-event.ts";

const job = {
  jobId: "job_1",
  status: "processing",
  progress: { percent: 10, stage: "generating" },
} as Job;
const event = {
  jobId: "job_1",
  sequence: 4,
  type: "job.progress",
  status: "processing",
  progress: { percent: 60, stage: "generating", etaSeconds: 3 },
} as JobEvent;

test("an event updates status and progress of its job", () => {
  expect(mergeEvent(job, event).progress).toEqual({
    percent: 60,
    stage: "generating",
    etaSeconds: 3,
  });
});

test("an event of a run does not take back the progress of its jobs, which a read has counted", () => {
  const ahead = { ...job, progress: { percent: 75, stage: "generating" } } as Job;

  expect(mergeEvent(ahead, event).progress.percent).toBe(75);
});

test("an event of another job, or after the end of the job, changes nothing", () => {
  const ended = { ...job, status: "completed" } as Job;

  expect(mergeEvent(job, { ...event, jobId: "job_2" })).toBe(job);
  expect(mergeEvent(ended, event)).toBe(ended);
});

test("an event from before the last read of its job does not take progress back", () => {
  const ahead = { ...job, progress: { percent: 80, stage: "generating" } } as Job;

  expect(mergeEvent(ahead, event)).toBe(ahead);
  expect(mergeEvent(ahead, { ...event, type: "job.failed", status: "failed" }).status).toBe(
    "failed",
  );
});

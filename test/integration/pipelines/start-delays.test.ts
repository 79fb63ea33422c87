import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { measureStartDelays } from "#db/pipelines/start-delays.ts";
import { useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { newJob } from "#test/support/jobs/jobs.ts";
import { acceptRun } from "#test/support/pipelines/runs.ts";

const database = useDatabase();
const owner = useOrganization(database, { credits: 30 });

const em = () => database.orm.em.fork();

/** A worker's clock that is an hour fast keeps the begin of a job recent, however slow the machine is. */
const recently = () => Date.now() + 3_600_000;

/** Adds a step whose job has not begun. */
async function addStep(runId: string, key: string): Promise<string> {
  const { jobId } = await createJob(em(), newJob(owner));
  await em().nativeUpdate(Job, jobId, { runId, runStep: key, runAttempt: 1 });
  return jobId;
}

/** Adds a step whose job began `delayMs` after its acceptance. */
async function addBegunStep(runId: string, key: string, [at, delayMs]: [number, number]) {
  await em().nativeUpdate(Job, await addStep(runId, key), {
    status: "processing",
    createdAt: new Date(at - delayMs),
    startedAt: new Date(at),
  });
}

test("jobs that have not begun, the shortest delay, and the median of the last seconds are measured", async () => {
  const runId = await acceptRun(database.orm, owner);
  expect(await measureStartDelays(em(), runId)).toEqual({
    queued: 0,
    shortestMs: null,
    medianMs: null,
  });

  await addStep(runId, "a");
  await addStep(runId, "b");
  await addBegunStep(runId, "c", [Date.now() - 60_000, 40]);
  expect(await measureStartDelays(em(), runId)).toEqual({
    queued: 2,
    shortestMs: 40,
    medianMs: null,
  });

  await addBegunStep(runId, "d", [recently(), 500]);
  await addBegunStep(runId, "e", [recently(), 300]);
  await addBegunStep(runId, "f", [recently(), 90]);
  expect(await measureStartDelays(em(), runId)).toEqual({
    queued: 2,
    shortestMs: 40,
    medianMs: 300,
  });
});

import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { listJobEvents } from "#db/jobs/job-events.ts";
import { beginJob, noteStage } from "#db/jobs/job-steps.ts";
import { addJobs, requestCancel } from "#db/jobs/jobs.ts";
import { listRunSteps, writeRunSteps } from "#db/pipelines/run-steps.ts";
import type { StepRow, StepStatus } from "#domain/pipelines/runs/step-row.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { choiceOf, newJob } from "#test/support/jobs/jobs.ts";
import { acceptRun } from "#test/support/pipelines/runs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();

async function newRun(): Promise<string> {
  return acceptRun(database.orm, await createOrganization(database.orm));
}

const kinds = { shots: "map", take: "generate", face: "switch", voice: "generate" };

async function write(runId: string, rows: readonly StepRow[]): Promise<void> {
  await writeRunSteps(em(), runId, rows, kinds);
}

const running: StepRow = {
  key: "shots[2].take",
  step: "take",
  status: "running",
  attempt: 2,
  jobId: "job_1",
  requestHash: "ab",
  error: { code: "provider_timeout", step: "shots[2].take" },
  startedAt: new Date(0),
};

test("steps are read as they were written, and a repeated write changes nothing", async () => {
  const runId = await newRun();
  const map: StepRow = {
    key: "shots",
    step: "shots",
    status: "completed",
    attempt: 1,
    items: 3,
    value: { items: [{ sha256: "a" }, 1, "text"] },
  };
  const chosen: StepRow = { key: "face", step: "face", status: "running", attempt: 1, picked: 1 };

  await write(runId, [map, running, chosen]);
  await write(runId, [map, running]);
  await write(runId, []);

  expect(await listRunSteps(em(), runId)).toEqual(
    new Map([chosen, map, running].map((row) => [row.key, row])),
  );
});

test.each<StepStatus>(["completed", "reused", "skipped", "failed", "canceled"])(
  "a step that is %s stays so, and the other steps of the write are not written either",
  async (status) => {
    const runId = await newRun();
    const settled = { ...running, status };
    await write(runId, [running]);
    await write(runId, [settled]);

    const other = { ...running, key: "voice", step: "voice" };
    await expect(write(runId, [other, running])).rejects.toThrow("stays so");

    expect([...(await listRunSteps(em(), runId)).values()]).toEqual([settled]);
  },
);

test("each change of a step is an event of the run, numbered without a gap among other changes", async () => {
  const owner = await createOrganization(database.orm);
  const runId = await acceptRun(database.orm, owner);
  const [jobId = ""] = await em().transactional(async (tx) =>
    addJobs(tx, [newJob(owner, { choice: choiceOf(2) })]),
  );
  const take: StepRow = { ...running, jobId };
  const item: StepRow = { key: "shots[2]", step: "shots", status: "skipped", attempt: 1 };

  await beginJob(em(), runId);
  await write(runId, [take]);
  await write(runId, [take]);
  await noteStage(em(), { jobId: runId, stage: "generating" });
  await write(runId, [
    { ...take, status: "failed" },
    { ...item, reason: "scope_ended" },
  ]);

  const { organizationId } = owner;
  const events = await listJobEvents(em(), { jobId: runId, organizationId, after: 0, limit: 100 });
  expect(events.map(({ sequence, type, data }) => [sequence, type, data?.step])).toEqual([
    [1, "job.queued", undefined],
    [2, "job.started", undefined],
    [
      3,
      "run.step",
      {
        step: "shots[2].take",
        kind: "generate",
        status: "running",
        attempt: 2,
        jobId,
        model: { id: "studio-image", provider: "studio" },
        credits: 2,
        error: take.error,
      },
    ],
    [4, "job.stage", undefined],
    [
      5,
      "run.step",
      {
        step: "shots[2].take",
        kind: "generate",
        status: "failed",
        attempt: 2,
        jobId,
        error: take.error,
      },
    ],
    [
      6,
      "run.step",
      {
        step: "shots[2]",
        kind: "item",
        status: "skipped",
        attempt: 1,
        reason: "scope_ended",
      },
    ],
  ]);
  expect(events.at(-1)?.status).toBe("processing");
});

test("concurrent changes of steps and of their run leave no gap in its log", async () => {
  const owner = await createOrganization(database.orm);
  const runId = await acceptRun(database.orm, owner);
  await beginJob(em(), runId);
  const keys = Array.from({ length: 10 }, (_, index) => `shots[${index}]`);

  await Promise.all([
    ...keys.map(async (key) =>
      write(runId, [{ key, step: "shots", status: "running", attempt: 1 }]),
    ),
    noteStage(em(), { jobId: runId, stage: "generating" }),
    requestCancel(em(), { jobId: runId, organizationId: owner.organizationId }),
  ]);

  const { organizationId } = owner;
  const events = await listJobEvents(em(), { jobId: runId, organizationId, after: 0, limit: 100 });
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events.filter(({ type }) => type === "run.step")).toHaveLength(keys.length);
});

test("deleting the rows of a run deletes its steps and keeps the jobs of its steps", async () => {
  const runId = await newRun();
  const other = await newRun();
  await write(runId, [running]);
  await em().nativeUpdate(Job, { id: other }, { runId, runStep: "voice", runAttempt: 1 });

  await em().nativeDelete(PipelineRun, { jobId: runId });

  expect((await listRunSteps(em(), runId)).size).toBe(0);
  expect(await em().findOneOrFail(Job, other)).toMatchObject({ runId: null, runStep: "voice" });
});

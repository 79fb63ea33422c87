import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { listRunSteps, writeRunSteps } from "#db/pipelines/run-steps.ts";
import type { StepRow, StepStatus } from "#domain/pipelines/runs/step-row.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { createOrganization } from "#test/support/organization.ts";
import { acceptRun } from "#test/support/runs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();

async function newRun(): Promise<string> {
  return acceptRun(database.orm, await createOrganization(database.orm));
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

  await writeRunSteps(em(), runId, [map, running, chosen]);
  await writeRunSteps(em(), runId, [map, running]);
  await writeRunSteps(em(), runId, []);

  expect(await listRunSteps(em(), runId)).toEqual(
    new Map([chosen, map, running].map((row) => [row.key, row])),
  );
});

test.each<StepStatus>(["completed", "reused", "skipped", "failed", "canceled"])(
  "a step that is %s stays so, and the other steps of the write are not written either",
  async (status) => {
    const runId = await newRun();
    const settled = { ...running, status };
    await writeRunSteps(em(), runId, [running]);
    await writeRunSteps(em(), runId, [settled]);

    const other = { ...running, key: "voice", step: "voice" };
    await expect(writeRunSteps(em(), runId, [other, running])).rejects.toThrow("stays so");

    expect([...(await listRunSteps(em(), runId)).values()]).toEqual([settled]);
  },
);

test("deleting the rows of a run deletes its steps and keeps the jobs of its steps", async () => {
  const runId = await newRun();
  const other = await newRun();
  await writeRunSteps(em(), runId, [running]);
  await em().nativeUpdate(Job, { id: other }, { runId, runStep: "voice", runAttempt: 1 });

  await em().nativeDelete(PipelineRun, { jobId: runId });

  expect((await listRunSteps(em(), runId)).size).toBe(0);
  expect(await em().findOneOrFail(Job, other)).toMatchObject({ runId: null, runStep: "voice" });
});

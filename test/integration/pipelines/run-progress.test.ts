import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { endWithoutResult, noteStage, toJobError } from "#db/jobs/job-steps.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { endRun, queueRun, startImage } from "#test/support/pipelines/runs.ts";

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database, { credits: 5 });

const em = () => database.orm.em.fork();

interface Shown {
  readonly jobId: string;
  readonly progress: { readonly percent: number; readonly stage: string };
}

async function get<Answer>(path: string): Promise<Answer> {
  return (await api.call(path, { key: owner.key })).json() as Promise<Answer>;
}

async function percentOf(runId: string): Promise<number> {
  return (await get<Shown>(`/v1/jobs/${runId}`)).progress.percent;
}

async function startedRun(): Promise<{ runId: string; jobId: string; path: string }> {
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  const runId = await queueRun(database.orm, owner, { pipelineId });
  const path = `/v1/pipelines/${pipelineId}/runs`;
  return { runId, jobId: await startImage(database.orm, owner, runId), path };
}

test("a run shows what its jobs have done since its last turn, its list and its row do not", async () => {
  const { runId, jobId, path } = await startedRun();
  expect(await percentOf(runId)).toBe(0);

  await noteStage(em(), { jobId, stage: "generating", fraction: 0.5 });

  const { progress } = await em().findOneOrFail(Job, jobId);
  expect(progress).toBeGreaterThan(30);
  expect(await percentOf(runId)).toBe(Math.floor(progress * 0.99));
  const { data } = await get<{ data: Shown[] }>(path);
  expect(data[0]?.progress.percent).toBe(0);
  expect((await em().findOneOrFail(Job, runId)).progress).toBe(0);
});

test("neither a failed attempt nor the end of the run takes progress back", async () => {
  const { runId, jobId } = await startedRun();
  await noteStage(em(), { jobId, stage: "generating", fraction: 0.5 });
  const shown = await percentOf(runId);

  const error = toJobError("provider_timeout", "No response.");
  await endWithoutResult(em(), { jobId, status: "failed", error });
  expect(await percentOf(runId)).toBe(shown);

  await endRun(database.orm, runId, { status: "failed", progress: shown });
  expect(await get<Shown>(`/v1/jobs/${runId}`)).toMatchObject({
    progress: { percent: shown, stage: "done" },
  });
});

test("a run whose job is done is below 100 until it ends", async () => {
  const { runId, jobId } = await startedRun();

  await em().nativeUpdate(Job, jobId, { progress: 100 });

  expect(await percentOf(runId)).toBe(99);
});

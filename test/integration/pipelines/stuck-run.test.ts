import type { Client } from "@temporalio/client";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";

import { createAdvanceRun, turnAttemptsMax } from "#activities/pipelines/advance-run.ts";
import { JobEvent } from "#db/entities/job-event.ts";
import { Job } from "#db/entities/job.ts";
import { RunStep } from "#db/entities/pipeline-run.ts";
import { endWithoutResult, noteStage } from "#db/jobs/job-steps.ts";
import { listFormerSteps } from "#db/pipelines/former-steps.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { findLedgerViolations } from "#test/support/jobs/ledger.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { findRunViolations } from "#test/support/pipelines/run-violations.ts";
import { makeImage, queueRun } from "#test/support/pipelines/runs.ts";

// A turn that throws whenever it evaluates an expression, as one with a bug would.

const database = useDatabase();
const api = useApi(database);
const em = () => database.orm.em.fork();

let owner: TestOrganization;
let runId: string;

beforeEach(async () => {
  owner = await createOrganization(database.orm, { credits: 3 });
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  runId = await queueRun(database.orm, owner, { pipelineId });
});

const works = async (texts: readonly unknown[]) =>
  texts.map(() => ({ outcome: "value", value: "a fox" }) as const);
const breaks = async (): Promise<never> => Promise.reject(new Error("a bug"));

async function advance(evaluate: typeof works, attempt = 1) {
  const turn = createAdvanceRun({
    orm: database.orm,
    client: {} as Client,
    logger: pino({ level: "silent" }),
    expressions: { evaluate },
    providerSettings: { STUDIO_URL: "http://127.0.0.1:9" },
    writeText: null,
  });
  return runActivity(async () => turn({ jobId: runId }), { attempt });
}

const abandon = async () => advance(breaks, turnAttemptsMax + 1);

/** The ended run as its owner sees it, after a check of the books and of all runs. */
async function showEnded(): Promise<unknown> {
  expect(await findRunViolations(database.orm)).toEqual([]);
  expect(await findLedgerViolations(database.orm)).toEqual([]);
  return (await api.call(`/v1/jobs/${runId}`, { key: owner.key })).json();
}

async function showProgress(): Promise<{ percent: number; stage: string }> {
  const response = await api.call(`/v1/jobs/${runId}`, { key: owner.key });
  return ((await response.json()) as { progress: { percent: number; stage: string } }).progress;
}

test("a run with a turn that always throws proceeds once it does not, and ends after a day of attempts", async () => {
  await expect(advance(breaks)).rejects.toThrow("a bug");
  await expect(advance(breaks, turnAttemptsMax)).rejects.toThrow("a bug");
  expect(await em().findOneOrFail(Job, runId)).toMatchObject({ status: "processing" });

  expect(await abandon()).toEqual({ state: "ended", status: "failed" });
  expect(await showEnded()).toMatchObject({
    status: "failed",
    error: { code: "run_stuck" },
    billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 1 },
  });
  expect(await abandon()).toEqual({ state: "ended", status: "failed" });
});

test("the job of a step is canceled first, and the step fails with its run", async () => {
  await advance(works);
  const job = await em().findOneOrFail(Job, { runId });

  await expect(abandon()).rejects.toThrow("1 jobs that are being canceled");
  expect((await em().findOneOrFail(Job, job.id)).cancelRequestedAt).not.toBeNull();
  await endWithoutResult(em(), { jobId: job.id, status: "canceled" });

  expect(await abandon()).toEqual({ state: "ended", status: "failed" });
  expect(await showEnded()).toMatchObject({
    billing: { heldCredits: 0, capturedCredits: 0 },
    run: { steps: [{ step: "image", status: "failed", error: { code: "run_stuck" } }] },
  });
});

test("neither the run nor its events fall behind the progress that it has shown", async () => {
  await advance(works);
  const { id: jobId } = await em().findOneOrFail(Job, { runId });
  await noteStage(em(), { jobId, stage: "generating", fraction: 0.5 });
  const shown = (await showProgress()).percent;
  expect(shown).toBeGreaterThan(30);
  await endWithoutResult(em(), { jobId, status: "canceled" });

  expect(await abandon()).toEqual({ state: "ended", status: "failed" });

  expect(await showProgress()).toEqual({ percent: shown, stage: "done" });
  const events = await em().find(JobEvent, { jobId: runId }, { orderBy: { sequence: "desc" } });
  expect(events.slice(0, 2)).toMatchObject([
    { type: "job.failed", progress: shown },
    { type: "run.step", progress: shown },
  ]);
});

test("a paid result is kept, so that a resume does not pay for it again", async () => {
  const { jobId, outputId } = await makeImage(database.orm, api.storage, owner, runId);

  expect(await abandon()).toEqual({ state: "ended", status: "failed" });

  expect(await showEnded()).toMatchObject({
    error: { code: "run_stuck" },
    billing: {
      heldCredits: 0,
      capturedCredits: 1,
      releasedCredits: 0,
      reason: "1 credit charged for the steps that completed.",
    },
  });
  const { requestHash } = await em().findOneOrFail(RunStep, { runId, key: "image" });
  const former = await listFormerSteps(em(), runId);
  expect(former.get("image")?.get(requestHash ?? "")).toMatchObject({
    jobId,
    value: { output: { outputId } },
  });
});

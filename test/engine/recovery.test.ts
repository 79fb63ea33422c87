import type { Client } from "@temporalio/client";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { workflowIdOf } from "#domain/jobs/job.ts";
import { advanceSignal } from "#domain/jobs/run-turn.ts";
import { startTestEngine, type JobView, type TestEngine } from "#test/support/engine/engine.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import { startTcpProxy, type TcpProxy } from "#test/support/servers/tcp-proxy.ts";

let engine: TestEngine;
let studio: FakeStudio;
let client: Client;
/** Connects API and worker with PostgreSQL, which the test itself reaches directly. */
let postgres: TcpProxy;

beforeAll(async () => {
  studio = await startFakeStudio();
  engine = await startTestEngine({
    studioUrl: studio.url,
    tasks: ["reconcileJobs"],
    env: { RECONCILE_SECONDS: "3" },
  });
  const databaseUrl = new URL(engine.env["DATABASE_URL"] ?? "");
  postgres = await startTcpProxy({ port: Number(databaseUrl.port) });
  databaseUrl.port = String(postgres.port);
  engine.env["DATABASE_URL"] = databaseUrl.href;
  await engine.startTemporal();
  await Promise.all([engine.startApi(), engine.startWorker()]);
  client = await engine.connectTemporal();
}, 120_000);

beforeEach(() => studio.behave(() => ({ kind: "held" })));

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await postgres.close();
  await studio.close();
});

const step = {
  kind: "generate",
  capability: "text-to-image",
  model: "studio-image",
  prompt: "{{ inputs.topic }}",
};

/** Two images at the same time, and one after them. */
const definition = {
  schemaVersion: 1,
  inputs: { topic: { type: "text", maxLength: 100 } },
  steps: { left: step, right: step, last: { ...step, after: ["left", "right"] } },
  outputs: { image: "{{ steps.last.output }}" },
};

/** Every step of a run was paid once. */
const runPaidOnce = {
  status: "completed",
  billing: { heldCredits: 0, capturedCredits: 3, releasedCredits: 0 },
};

const chat = { message: "a red fox", capability: "text-to-image" };
const paidOnce = {
  status: "completed",
  billing: { heldCredits: 0, capturedCredits: 1, releasedCredits: 0 },
};

async function startJob(): Promise<string> {
  const jobId = await engine.createJob(chat);
  await expect
    .poll(() => studio.generations.has(`${jobId}:main:1`), { timeout: 30_000 })
    .toBe(true);
  return jobId;
}

/**
 * Starts a run of the pipeline and waits until the requests of its first two steps are recorded as accepted. Without
 * PostgreSQL, an attempt that has just sent a request would go on for minutes to record it.
 */
async function startPipelineRun(): Promise<string> {
  const jobId = await createPipelineRun();
  await expect.poll(async () => countAccepted(jobId), { timeout: 30_000 }).toBe(2);
  return jobId;
}

async function countAccepted(runId: string): Promise<number> {
  const jobIds = await listStepJobs(runId);
  return engine.orm.em
    .fork()
    .count(ProviderSubmission, { jobId: { $in: jobIds }, state: "accepted" });
}

async function createPipelineRun(): Promise<string> {
  const pipelines = await engine.call("POST", "/v1/pipelines", { name: "Images", definition });
  const { pipelineId } = (await pipelines.json()) as { pipelineId: string };
  const runs = `/v1/pipelines/${pipelineId}/runs`;
  const response = await engine.call("POST", runs, { inputs: { topic: "a red fox" } });
  const { jobId } = (await response.json()) as { jobId: string };
  return jobId;
}

async function listStepJobs(runId: string): Promise<string[]> {
  const jobs = await engine.orm.em.fork().find(Job, { runId });
  return jobs.map(({ id }) => id);
}

/** Releases the provider's generations until the job ends, those of later steps too. */
async function waitReleasing(jobId: string): Promise<JobView> {
  const releasing = setInterval(() => studio.release(), 500);
  return engine.waitForJob(jobId).finally(() => clearInterval(releasing));
}

/** Rows that show a second paid request for one step of a job. */
async function findDoubleSubmissions(): Promise<unknown[]> {
  return engine.orm.em.fork().execute(
    `select job_id, step, count(*) from provider_submissions
     where state not in ('prepared', 'failed', 'canceled') group by job_id, step having count(*) > 1`,
  );
}

function countGenerations(jobIds: readonly string[]): number {
  return [...studio.generations.keys()].filter((key) => jobIds.some((id) => key.startsWith(id)))
    .length;
}

test("a job whose run is terminated during generation continues and is charged once", async () => {
  const jobId = await startJob();

  await client.workflow.getHandle(workflowIdOf(jobId)).terminate("a test");
  await expect
    .poll(async () => describeStatus(workflowIdOf(jobId, 1)), { timeout: 60_000 })
    .toBe("RUNNING");
  studio.release();

  expect(await engine.waitForJob(jobId)).toMatchObject(paidOnce);
  expect(countGenerations([jobId])).toBe(1);
}, 120_000);

test("a job whose run is terminated before submission ends and its credits are released", async () => {
  studio.behave(() => ({ kind: "busy", times: 1_000 }));
  const jobId = await engine.createJob(chat);
  await expect
    .poll(() => studio.submissions.get(`${jobId}:main:1`) ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(0);

  await client.workflow.getHandle(workflowIdOf(jobId)).terminate("a test");

  expect(await engine.waitForJob(jobId)).toMatchObject({
    status: "failed",
    error: { code: "run_terminated" },
    billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 1 },
  });
}, 120_000);

test("a cancellation reaches the run that took over", async () => {
  const jobId = await startJob();
  await client.workflow.getHandle(workflowIdOf(jobId)).terminate("a test");
  await expect
    .poll(async () => describeStatus(workflowIdOf(jobId, 1)), { timeout: 60_000 })
    .toBe("RUNNING");

  await engine.call("POST", `/v1/jobs/${jobId}/cancel`);

  expect(await engine.waitForJob(jobId)).toMatchObject({
    status: "canceled",
    billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 1 },
  });
  expect(studio.cancels).toContain(studio.generations.get(`${jobId}:main:1`)?.id);
}, 120_000);

test("a running job whose run is reset is generated and charged once", async () => {
  const jobId = await startJob();

  await reset(workflowIdOf(jobId));
  studio.release();

  expect(await engine.waitForJob(jobId)).toMatchObject(paidOnce);
  expect(countGenerations([jobId])).toBe(1);
}, 120_000);

test("a finished job whose run is reset does not change", async () => {
  studio.behave(() => ({ kind: "instant" }));
  const jobId = await engine.createJob(chat);
  const before = await engine.waitForJob(jobId);

  await reset(workflowIdOf(jobId));
  await expect
    .poll(async () => describeStatus(workflowIdOf(jobId)), { timeout: 60_000 })
    .toBe("COMPLETED");

  expect(withoutAddresses(await engine.findJob(jobId))).toEqual(withoutAddresses(before));
  expect(countGenerations([jobId])).toBe(1);
}, 120_000);

test("two runs of one job generate and charge once", async () => {
  const jobId = await startJob();
  await client.workflow.start("generateMedia", {
    workflowId: `second/${jobId}`,
    taskQueue: "gme-core",
    args: [{ jobId, schemaVersion: 1 }],
  });
  await expect
    .poll(async () => describeStatus(`second/${jobId}`), { timeout: 30_000 })
    .toBe("RUNNING");

  studio.release();

  expect(await engine.waitForJob(jobId)).toMatchObject(paidOnce);
  await client.workflow.getHandle(`second/${jobId}`).result();
  expect(countGenerations([jobId])).toBe(1);
}, 120_000);

test("a pipeline run whose workflow is terminated, reset and started twice pays each step once", async () => {
  const runId = await startPipelineRun();
  const summary = await summaryOf(workflowIdOf(runId));
  // Operators tell the runs of one organization apart.
  expect(summary).toMatch(/^run of pip_[\w-]+ version 1 for org_[\w-]+$/);

  await client.workflow.getHandle(workflowIdOf(runId)).terminate("a test");
  await expect
    .poll(async () => describeStatus(workflowIdOf(runId, 1)), { timeout: 60_000 })
    .toBe("RUNNING");
  expect(await summaryOf(workflowIdOf(runId, 1))).toBe(summary);
  await client.workflow.start("runPipeline", {
    workflowId: `second/${runId}`,
    taskQueue: "gme-core",
    args: [{ jobId: runId, schemaVersion: 1 }],
  });
  await reset(workflowIdOf(runId, 1));

  expect(await waitReleasing(runId)).toMatchObject(runPaidOnce);
  const second = client.workflow.getHandle(`second/${runId}`);
  await second.signal(advanceSignal);
  await second.result();
  expect(countGenerations(await listStepJobs(runId))).toBe(3);
}, 120_000);

test("a pipeline run half done ends correctly although Temporal loses all its data", async () => {
  const runId = await startPipelineRun();

  await engine.wipeTemporal();

  expect(await waitReleasing(runId)).toMatchObject(runPaidOnce);
  expect(countGenerations(await listStepJobs(runId))).toBe(3);
}, 180_000);

test("a pipeline run half done goes on when PostgreSQL is available again, and pays each step once", async () => {
  const runId = await startPipelineRun();

  // The server is gone: open connections stay silent, new ones are refused.
  postgres.abandonConnections();
  await postgres.setMode("refuse");
  studio.release();
  // Results of both steps wait, and the activities that would record them fail repeatedly.
  const stepIds = (await listStepJobs(runId)).map((id) => workflowIdOf(id));
  await expect
    .poll(async () => Math.min(...(await Promise.all(stepIds.map(countAttempts)))), {
      timeout: 90_000,
    })
    .toBeGreaterThan(3);
  expect((await engine.call("GET", `/v1/jobs/${runId}`)).status).toBe(503);
  expect(await findStatus(runId)).toBe("processing");
  await postgres.setMode("forward");

  await expect
    .poll(async () => (await engine.call("GET", "/v1/jobs")).status, { timeout: 60_000 })
    .toBe(200);
  expect(await waitReleasing(runId)).toMatchObject(runPaidOnce);
  expect(countGenerations(await listStepJobs(runId))).toBe(3);
}, 240_000);

test("a pipeline run half done goes on when Temporal is available again, and pays each step once", async () => {
  const runId = await startPipelineRun();

  await engine.stopTemporal();
  studio.release();
  // The API accepts and shows runs; none of them moves.
  const waiting = await createPipelineRun();
  expect((await engine.findJob(waiting)).status).toBe("queued");
  expect(await findStatus(runId)).toBe("processing");
  await engine.startTemporal();

  expect(await waitReleasing(runId)).toMatchObject(runPaidOnce);
  expect(await waitReleasing(waiting)).toMatchObject(runPaidOnce);
  expect(countGenerations(await listStepJobs(runId))).toBe(3);
  expect(countGenerations(await listStepJobs(waiting))).toBe(3);
}, 240_000);

test("fifty running jobs end correctly although Temporal loses all its data", async () => {
  // A third is held by its provider, a third is rejected as busy, a third is polled. Few polls, because those of a
  // request that was accepted long ago are up to five seconds apart.
  const kinds = [
    { kind: "held" },
    { kind: "busy", times: 4 },
    { kind: "polls", count: 4 },
  ] as const;
  let asked = 0;
  studio.behave(() => kinds[asked++ % kinds.length] ?? kinds[0]);
  const jobIds = await Promise.all(Array.from({ length: 50 }, async () => engine.createJob(chat)));
  await expect.poll(() => countGenerations(jobIds), { timeout: 60_000 }).toBeGreaterThan(10);

  await engine.wipeTemporal();
  studio.release();

  // Requests from now on were sent by runs that started late.
  const releasing = setInterval(() => studio.release(), 500);
  const jobs = await Promise.all(jobIds.map(async (jobId) => engine.waitForJob(jobId))).finally(
    () => clearInterval(releasing),
  );
  expect(jobs.filter(({ status }) => status !== "completed")).toEqual([]);
  expect(jobs).toMatchObject(jobIds.map(() => paidOnce));
  expect(countGenerations(jobIds)).toBe(50);
  expect(await findDoubleSubmissions()).toEqual([]);
  const files = await Promise.all(jobs.map(async ({ output }) => fetch(output?.url ?? "")));
  expect(files.filter((file) => !file.ok)).toEqual([]);
  await expectSoundLedger(engine.orm);
  // Every worker checks the schedules periodically and when it starts.
  await engine.startWorker();
  const schedule = client.schedule.getHandle("gme/reconcile-jobs");
  await expect
    .poll(
      async () =>
        schedule.describe().then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
}, 300_000);

async function describeStatus(workflowId: string): Promise<string> {
  return client.workflow
    .getHandle(workflowId)
    .describe()
    .then(
      ({ status }) => status.name,
      () => "absent",
    );
}

async function summaryOf(workflowId: string): Promise<string | undefined> {
  const described = await client.workflow.getHandle(workflowId).describe();
  return described.staticSummary();
}

/** Attempts of the activity that a workflow waits for. */
async function countAttempts(workflowId: string): Promise<number> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  return Math.max(0, ...(raw.pendingActivities ?? []).map(({ attempt }) => attempt ?? 0));
}

/** Status in the row, which the test reads while the API cannot. */
async function findStatus(jobId: string): Promise<string> {
  return (await engine.orm.em.fork().findOneOrFail(Job, jobId)).status;
}

/** Equivalent to an operator's `temporal workflow reset --type FirstWorkflowTask`. */
async function reset(workflowId: string): Promise<void> {
  const namespace = "default";
  const findFinishedTask = async () => {
    const { history } = await client.workflowService.getWorkflowExecutionHistory({
      namespace,
      execution: { workflowId },
    });
    return history?.events?.find((event) => event.workflowTaskCompletedEventAttributes != null);
  };
  // A run that has just started has no finished task to which it could be reset.
  const finished = await vi.waitUntil(findFinishedTask, { timeout: 60_000, interval: 100 });
  await client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: { workflowId },
    reason: "a test",
    requestId: crypto.randomUUID(),
    workflowTaskFinishEventId: finished.eventId ?? null,
  });
}

/** Removes the output URLs, which are signed again on each read. */
function withoutAddresses({ output, ...job }: JobView & { outputs?: unknown }): object {
  return { ...job, outputs: undefined, output: output?.sha256 };
}

import { afterAll, beforeAll, expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { startTestEngine, type JobView, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { expectSoundLedger } from "#test/support/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

let engine: TestEngine;
let studio: FakeStudio;
let worker: NodeProcess;
let pipelineId: string;

const image = {
  kind: "generate",
  capability: "text-to-image",
  model: "studio-image",
  maxCredits: 1,
};

/** An image, three variants that use it, and a last image: five credits. */
const definition = {
  schemaVersion: 1,
  inputs: { topic: { type: "text", maxLength: 100 }, last: { type: "text", default: "the end" } },
  steps: {
    cover: { ...image, prompt: "cover of {{ inputs.topic }}" },
    shots: {
      kind: "map",
      over: "{{ range(3) }}",
      maxItems: 3,
      steps: {
        take: { ...image, after: ["cover"], prompt: "shot {{ item }} of {{ inputs.topic }}" },
      },
      value: "{{ steps.take.output }}",
    },
    final: { ...image, after: ["shots"], prompt: "{{ inputs.last }}" },
  },
  outputs: {
    final: "{{ steps.final.output }}",
    shots: "{{ steps.shots.items }}",
    topic: "{{ inputs.topic }}",
  },
};

interface RunView extends JobView {
  readonly run: {
    readonly outputs: Record<string, unknown>;
    readonly steps: { step: string; status: string; items?: object; jobId?: string }[];
  };
  readonly outputs: unknown[];
}

beforeAll(async () => {
  studio = await startFakeStudio();
  engine = await startTestEngine({ studioUrl: studio.url });
  await engine.startTemporal();
  [, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
  const created = await call("POST", "/v1/pipelines", { name: "Shots", definition });
  pipelineId = String(created["pipelineId"]);
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
});

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const response = await engine.call(method, path, body, headers);
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

async function startRun(body: object, key?: string): Promise<string> {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  const { jobId } = await call("POST", `/v1/pipelines/${pipelineId}/runs`, body, headers);
  return String(jobId);
}

async function listStepJobs(runId: string): Promise<Job[]> {
  return engine.orm.em.fork().find(Job, { runId }, { orderBy: { runStep: "asc" } });
}

async function countPaid(runId: string): Promise<number[]> {
  const jobs = await listStepJobs(runId);
  return jobs.map(
    ({ id }) => [...studio.generations.keys()].filter((key) => key.startsWith(id)).length,
  );
}

async function waitForRun(runId: string): Promise<RunView> {
  return (await engine.waitForJob(runId)) as RunView;
}

test("a run whose worker is killed completes, and each step is paid once", async () => {
  studio.behave(({ prompt }) => ({ kind: prompt.startsWith("shot") ? "held" : "instant" }));

  const runId = await startRun({ inputs: { topic: "volcanoes" }, maxCredits: 5 }, "first");
  expect(await startRun({ inputs: { topic: "volcanoes" }, maxCredits: 5 }, "first")).toBe(runId);
  await expect
    .poll(async () => (await countPaid(runId)).filter((count) => count === 1).length, {
      timeout: 60_000,
    })
    .toBe(4);
  expect(((await engine.findJob(runId)) as RunView).billing).toMatchObject({
    heldCredits: 4,
    capturedCredits: 1,
  });
  await worker.kill();
  studio.release();
  worker = await engine.startWorker();

  const run = await waitForRun(runId);
  expect(run).toMatchObject({
    status: "completed",
    billing: { heldCredits: 0, capturedCredits: 5, releasedCredits: 0 },
    run: {
      outputs: { topic: "volcanoes" },
      steps: [
        { step: "cover", status: "completed" },
        { step: "shots", status: "completed", items: { total: 3, completed: 3, failed: 0 } },
        { step: "final", status: "completed" },
      ],
    },
  });
  expect(run.outputs).toHaveLength(4);
  expect(await countPaid(runId)).toEqual([1, 1, 1, 1, 1]);
}, 180_000);

test("canceling a run cancels its steps and releases what they did not use", async () => {
  studio.behave(({ prompt }) => ({ kind: prompt.startsWith("shot") ? "held" : "instant" }));
  const runId = await startRun({ inputs: { topic: "lakes" } });
  await expect.poll(async () => (await countPaid(runId)).length, { timeout: 60_000 }).toBe(4);

  await call("POST", `/v1/jobs/${runId}/cancel`);

  expect(await waitForRun(runId)).toMatchObject({
    status: "canceled",
    billing: { heldCredits: 0, capturedCredits: 1, releasedCredits: 4 },
  });
  expect((await listStepJobs(runId)).map(({ status }) => status).toSorted()).toEqual([
    "canceled",
    "canceled",
    "canceled",
    "completed",
  ]);
}, 180_000);

test("a resumed run pays only for what the failed one has not made", async () => {
  studio.behave(({ prompt }) =>
    prompt === "broken" ? { kind: "refuses", message: "No." } : { kind: "instant" },
  );
  const failedId = await startRun({ inputs: { topic: "caves", last: "broken" } });
  const failed = await waitForRun(failedId);
  expect(failed).toMatchObject({
    status: "failed",
    error: { details: { step: "final" } },
    billing: { heldCredits: 0, capturedCredits: 4, releasedCredits: 1 },
  });

  const runId = await startRun({ resumeFrom: failedId, inputs: { last: "mended" } });

  expect(await waitForRun(runId)).toMatchObject({
    status: "completed",
    billing: { heldCredits: 0, capturedCredits: 1 },
    run: {
      steps: [
        { step: "cover", status: "reused" },
        { step: "shots", status: "completed" },
        { step: "final", status: "completed" },
      ],
    },
  });
  expect((await listStepJobs(runId)).map(({ runStep }) => runStep)).toEqual(["final"]);
}, 180_000);

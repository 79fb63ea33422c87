import type { Client } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { workflowIdOf } from "#domain/jobs/job.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { findRunViolations } from "#test/support/pipelines/run-violations.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import {
  startLanguageModel,
  type FakeLanguageModel,
} from "#test/support/servers/language-model.ts";

// A history of a run grows with its steps, so a long run continues as new: here after a few steps instead of hundreds.

const shots = 12;
const historyEventsMax = 60;

let engine: TestEngine;
let client: Client;
let studio: FakeStudio;
let languageModel: FakeLanguageModel;
let worker: NodeProcess;

/** Each shot is a task and a job, so the workflow has tasks in progress when it is to continue as new. */
const definition = {
  schemaVersion: 1,
  steps: {
    shots: {
      kind: "map",
      over: `{{ range(${shots}) }}`,
      maxItems: shots,
      concurrency: 2,
      steps: {
        words: { kind: "write", instruction: "Words for shot {{ item }}.", maxWords: 20 },
        take: {
          kind: "generate",
          capability: "text-to-image",
          model: "studio-image",
          maxCredits: 1,
          prompt: "{{ steps.words.text }}",
        },
      },
      value: "{{ steps.take.output }}",
    },
  },
  outputs: { shots: "{{ steps.shots.items }}" },
};

beforeAll(async () => {
  [studio, languageModel] = await Promise.all([startFakeStudio(), startLanguageModel()]);
  engine = await startTestEngine({
    studioUrl: studio.url,
    historyEventsMax,
    env: { LLM_MODEL: "small", LLM_BASE_URL: languageModel.url },
  });
  await engine.startTemporal();
  [, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
  client = await engine.connectTemporal();
}, 120_000);

afterAll(async () => {
  await engine.close();
  await Promise.all([studio.close(), languageModel.close()]);
});

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await engine.call("POST", path, body);
  return (await response.json()) as Record<string, unknown>;
}

/** Ends of the workflow's executions. */
async function listExecutions(runId: string): Promise<string[]> {
  const query = `WorkflowId = "${workflowIdOf(runId)}"`;
  const ends: string[] = [];
  for await (const { status } of client.workflow.list({ query })) ends.push(status.name);
  return ends.toSorted();
}

test("a run that continues as new, and whose worker is killed, loses no step and pays for none twice", async () => {
  studio.behave(() => ({ kind: "instant" }));
  languageModel.behave(({ messages }) => `a fox, ${messages.at(-1)?.content}`);
  const { pipelineId } = await post("/v1/pipelines", { name: "Shots", definition });

  const { jobId } = await post(`/v1/pipelines/${String(pipelineId)}/runs`, { maxCredits: shots });
  const runId = String(jobId);
  await expect.poll(async () => listExecutions(runId), { timeout: 90_000 }).toHaveLength(2);
  await worker.kill();
  worker = await engine.startWorker();
  const run = await engine.waitForJob(runId);

  expect(run).toMatchObject({
    status: "completed",
    billing: { heldCredits: 0, capturedCredits: shots, releasedCredits: 0 },
    run: { steps: [{ items: { total: shots, completed: shots, failed: 0 } }] },
  });
  const jobs = await engine.orm.em.fork().find(Job, { runId });
  expect(jobs).toHaveLength(shots);
  expect(studio.generations.size).toBe(shots);
  await expect.poll(async () => listExecutions(runId)).toContain("COMPLETED");
  const executions = await listExecutions(runId);
  expect(executions.slice(1)).toEqual(executions.slice(1).map(() => "CONTINUED_AS_NEW"));
  expect(executions.length).toBeGreaterThan(2);
  expect(await findRunViolations(engine.orm)).toEqual([]);
  await expectSoundLedger(engine.orm);
}, 240_000);

import { afterAll, beforeAll, expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { startTestEngine, type JobView, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import {
  startLanguageModel,
  type FakeLanguageModel,
  type ModelRequest,
} from "#test/support/servers/language-model.ts";
import { startWebhookReceiver } from "#test/support/servers/webhook-receiver.ts";

let engine: TestEngine;
let studio: FakeStudio;
let languageModel: FakeLanguageModel;
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
  languageModel = await startLanguageModel();
  const env = {
    LLM_MODEL: "small",
    LLM_BASE_URL: languageModel.url,
    ALLOW_PRIVATE_WEBHOOKS: "1",
  };
  engine = await startTestEngine({ studioUrl: studio.url, env });
  await engine.startTemporal();
  [, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
  const created = await call("POST", "/v1/pipelines", { name: "Shots", definition });
  pipelineId = String(created["pipelineId"]);
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
  await languageModel.close();
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
      inputs: { topic: "volcanoes" },
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

  const body = { resumeFrom: failedId, inputs: { last: "mended" } };
  const told = await call("POST", `/v1/pipelines/${pipelineId}/runs`, { ...body, dryRun: true });
  expect(told).toMatchObject({
    price: { minCredits: 1, maxCredits: 1 },
    reused: expect.arrayContaining(["cover", "shots[0].take", "shots[1].take", "shots[2].take"]),
    steps: expect.arrayContaining([
      expect.objectContaining({ step: "cover", count: { min: 0, max: 0 } }),
      expect.objectContaining({ step: "final", count: { min: 1, max: 1 } }),
    ]),
  });
  const runId = await startRun({ ...body, maxCredits: 1 });

  expect(await waitForRun(runId)).toMatchObject({
    status: "completed",
    billing: { heldCredits: 0, capturedCredits: 1, releasedCredits: 0 },
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

test("read and write steps run once with the language model, and ask a person when it fails", async () => {
  const steps = {
    wish: { kind: "read", message: "a 16:9 picture of {{ inputs.topic }}" },
    script: {
      kind: "write",
      after: ["wish"],
      instruction: "A sentence about {{ steps.wish.intent.subject }}.",
      maxWords: 20,
    },
  };
  const outputs = {
    capability: "{{ steps.wish.intent.capability }}",
    ratio: "{{ steps.wish.intent.parameters.aspectRatio.orValue('none') }}",
    script: "{{ steps.script.text }}",
  };
  const inputs = { topic: { type: "text" } };
  const { pipelineId: textsId } = await call("POST", "/v1/pipelines", {
    name: "Texts",
    definition: { schemaVersion: 1, inputs, steps, outputs },
  });
  const path = `/v1/pipelines/${String(textsId)}/runs`;
  const answer = {
    capability: "text-to-image",
    subject: "a lake",
    confidence: 1,
    parameters: {
      aspectRatio: null,
      durationSeconds: null,
      count: null,
      style: null,
      negativePrompt: null,
      language: null,
    },
  };
  const isParsing = ({ messages }: ModelRequest) =>
    messages[0]?.content.startsWith("You read") === true;
  const answerAll = (text: string | null) =>
    languageModel.behave((request) => (isParsing(request) ? JSON.stringify(answer) : text));

  answerAll("A lake is deep.");
  const { jobId } = await call("POST", path, { inputs: { topic: "a lake" } });
  expect(await waitForRun(String(jobId))).toMatchObject({
    status: "completed",
    run: {
      outputs: { capability: "text-to-image", ratio: "16:9", script: "A lake is deep." },
      steps: [
        { step: "wish", status: "completed" },
        { step: "script", status: "completed" },
      ],
    },
  });
  expect(languageModel.requests.map(isParsing)).toEqual([true, false]);
  expect(languageModel.requests[1]?.messages.at(-1)?.content).toBe("A sentence about a lake.");

  answerAll(null);
  const { jobId: askedId } = await call("POST", path, { inputs: { topic: "a pond" } });
  const asked = await waitForRun(String(askedId));
  expect(asked).toMatchObject({
    status: "needs_input",
    question: {
      text: "A sentence about a lake. (at most 20 words)",
      options: [{ request: { path } }],
    },
  });
  const answers = { script: { text: "A pond is small." } };
  const { jobId: resumedId } = await call("POST", path, { resumeFrom: String(askedId), answers });
  expect(await waitForRun(String(resumedId))).toMatchObject({
    status: "completed",
    run: { outputs: { script: "A pond is small." }, steps: [{ status: "reused" }, {}] },
  });
}, 180_000);

test("a pipeline within a run is paid step by step, asks, and is resumed without paying twice", async () => {
  studio.behave(() => ({ kind: "instant" }));
  const part = {
    schemaVersion: 1,
    inputs: { topic: { type: "text" }, times: { type: "integer", default: 2 } },
    steps: {
      takes: {
        kind: "map",
        over: "{{ range(inputs.times) }}",
        maxItems: 2,
        steps: { take: { ...image, prompt: "{{ inputs.topic }} {{ item }}" } },
        value: "{{ steps.take.output }}",
      },
      check: { kind: "approve", question: "Use {{ size(steps.takes.items) }} images?" },
      last: { ...image, after: ["check"], prompt: "the last {{ inputs.topic }}" },
    },
    outputs: { images: "{{ steps.takes.items }}", last: "{{ steps.last.output }}" },
  };
  const { pipelineId: partId } = await call("POST", "/v1/pipelines", {
    name: "Part",
    definition: part,
  });
  const inputs = { topic: "{{ inputs.name }}s" };
  const whole = {
    schemaVersion: 1,
    inputs: { name: { type: "text" } },
    // The same names as in the part.
    steps: {
      part: { kind: "pipeline", pipeline: partId, version: 1, inputs },
      last: { ...image, prompt: "a {{ inputs.name }} with {{ size(steps.part.images) }} friends" },
    },
    outputs: { images: "{{ steps.part.images }}", last: "{{ steps.last.output }}" },
  };
  const created = await call("POST", "/v1/pipelines", { name: "Whole", definition: whole });
  const path = `/v1/pipelines/${String(created["pipelineId"])}/runs`;
  const price = await call("POST", path, { inputs: { name: "fox" }, dryRun: true });
  expect(price).toMatchObject({ price: { maxCredits: 4 } });

  const { jobId } = await call("POST", path, { inputs: { name: "fox" } });
  expect(await waitForRun(String(jobId))).toMatchObject({
    status: "needs_input",
    question: { text: "Use 2 images?", options: [{ label: "Yes" }, { label: "No" }] },
    billing: { heldCredits: 0, capturedCredits: 2 },
  });
  const answers = { "part.check": { choice: "yes" } };
  const { jobId: resumedId } = await call("POST", path, { resumeFrom: jobId, answers });
  const run = await waitForRun(String(resumedId));
  expect(run).toMatchObject({
    status: "completed",
    billing: { heldCredits: 0, capturedCredits: 2 },
    run: {
      steps: [
        { step: "part", status: "completed" },
        { step: "last", status: "completed" },
      ],
    },
  });
  expect(run.outputs).toHaveLength(3);
  const jobs = await listStepJobs(String(resumedId));
  expect(jobs.map(({ runStep, request: { prompt } }) => [runStep, prompt])).toEqual([
    ["last", "a fox with 2 friends"],
    ["part.last", "the last foxs"],
  ]);
}, 180_000);

test("a call is a signed webhook that is retried, and counts once over a line of resumes", async () => {
  const receiver = await startWebhookReceiver();
  const steps = {
    told: { kind: "call", url: `${receiver.url}/made`, body: { topic: "{{ inputs.topic }}!" } },
    script: { kind: "approve", after: ["told"], question: "Go on?" },
  };
  const { pipelineId: callingId } = await call("POST", "/v1/pipelines", {
    name: "Calling",
    definition: {
      schemaVersion: 1,
      inputs: { topic: { type: "text" } },
      steps,
      outputs: { choice: "{{ steps.script.choice }}" },
    },
  });
  const path = `/v1/pipelines/${String(callingId)}/runs`;
  receiver.behave((response, count) => void response.writeHead(count === 1 ? 503 : 204).end());

  const { jobId } = await call("POST", path, { inputs: { topic: "fox" } });
  expect(await waitForRun(String(jobId))).toMatchObject({
    status: "needs_input",
    run: { steps: [{ step: "told", status: "completed" }, { step: "script" }] },
  });
  const answers = { script: { choice: "yes" } };
  const { jobId: resumedId } = await call("POST", path, { resumeFrom: jobId, answers });
  expect(await waitForRun(String(resumedId))).toMatchObject({
    status: "completed",
    run: { steps: [{ step: "told", status: "reused" }, { step: "script" }] },
  });

  expect(receiver.received.map((one) => one.path)).toEqual(["/made", "/made"]);
  const [first, second] = receiver.received;
  expect(first?.headers["webhook-id"]).toBe(second?.headers["webhook-id"]);
  expect(first?.headers["webhook-signature"]).toMatch(/^v1,/);
  expect(JSON.parse(first?.body ?? "")).toMatchObject({
    type: "pipeline_run.call",
    data: { jobId, step: "told", body: { topic: "fox!" } },
  });
  await receiver.close();
}, 180_000);

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import { startSilentServer, type SilentServer } from "#test/support/servers/silent-server.ts";

let engine: TestEngine;
let studio: FakeStudio;
let llm: SilentServer;

beforeAll(async () => {
  studio = await startFakeStudio();
  studio.behave(() => ({ kind: "held" }));
  llm = await startSilentServer();
  engine = await startTestEngine({
    studioUrl: studio.url,
    env: { LLM_MODEL: "gpt-test", LLM_BASE_URL: llm.url, LLM_API_KEY: "test" },
  });
  await engine.startTemporal();
  await engine.startApi();
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await Promise.all([studio.close(), llm.close()]);
});

beforeEach(() => studio.behave(() => ({ kind: "held" })));

const givenBack = {
  status: "canceled",
  billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 1 },
};

async function cancel(jobId: string): Promise<void> {
  expect((await engine.call("POST", `/v1/jobs/${jobId}/cancel`)).status).toBe(202);
}

async function untilSubmitted(jobId: string): Promise<void> {
  await expect
    .poll(() => studio.submissions.get(`${jobId}:main:1`) ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(0);
}

const chat = { message: "a red fox", capability: "text-to-image" };

test("a queued job is canceled at once and is not started by a later worker", async () => {
  const jobId = await engine.createJob(chat);

  const answer = await engine.call("POST", `/v1/jobs/${jobId}/cancel`);

  expect(answer.status).toBe(202);
  expect(await engine.findJob(jobId)).toMatchObject({
    status: "canceled",
    billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 1 },
  });
  await engine.startWorker();
  const after = await engine.createJob(chat);
  await expect.poll(() => studio.submissions.get(`${after}:main:1`), { timeout: 20_000 }).toBe(1);
  expect(studio.submissions.has(`${jobId}:main:1`)).toBe(false);
  expect((await engine.findJob(jobId)).status).toBe("canceled");
  await engine.call("POST", `/v1/jobs/${after}/cancel`);
  await engine.waitForJob(after);
});

test("a running job is stopped at the provider and its credits are released", async () => {
  const jobId = await engine.createJob(chat);
  await expect.poll(() => studio.submissions.get(`${jobId}:main:1`), { timeout: 20_000 }).toBe(1);

  const answers = [
    await engine.call("POST", `/v1/jobs/${jobId}/cancel`),
    await engine.call("POST", `/v1/jobs/${jobId}/cancel`),
  ];

  expect(answers.map((answer) => answer.status)).toEqual([202, 202]);
  const job = await engine.waitForJob(jobId);
  expect(job).toMatchObject({
    status: "canceled",
    billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 1 },
  });
  expect(studio.cancels).toContain(studio.generations.get(`${jobId}:main:1`)?.id);
});

test("a result that the provider finished before the cancellation is delivered and charged", async () => {
  const jobId = await engine.createJob(chat);
  await expect
    .poll(() => studio.generations.has(`${jobId}:main:1`), { timeout: 20_000 })
    .toBe(true);
  studio.release();
  await engine.call("POST", `/v1/jobs/${jobId}/cancel`);

  const job = await engine.waitForJob(jobId);

  expect(job).toMatchObject({ status: "completed", billing: { capturedCredits: 1 } });
});

test("a job that has already ended cannot be canceled", async () => {
  studio.behave(() => ({ kind: "instant" }));
  const jobId = await engine.createJob(chat);
  await engine.waitForJob(jobId);

  const answer = await engine.call("POST", `/v1/jobs/${jobId}/cancel`);

  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ code: "job_already_final" });
});

test("a job is canceled without a hold while its message is parsed", async () => {
  const jobId = await engine.createJob({ message: "a red fox at night", parseIntent: true });
  await expect.poll(() => llm.requests(), { timeout: 30_000 }).toBeGreaterThan(0);

  await cancel(jobId);

  expect(await engine.waitForJob(jobId)).toMatchObject({
    status: "canceled",
    billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 0 },
  });
  expect(studio.submissions.has(`${jobId}:main:1`)).toBe(false);
});

test("a job is canceled without a generation while its provider is busy", async () => {
  studio.behave(() => ({ kind: "busy", times: 1_000 }));
  const jobId = await engine.createJob(chat);
  await untilSubmitted(jobId);

  await cancel(jobId);

  expect(await engine.waitForJob(jobId)).toMatchObject(givenBack);
  expect(studio.generations.has(`${jobId}:main:1`)).toBe(false);
});

test("a job whose request is in flight is stopped at the provider and canceled", async () => {
  studio.behave(() => ({ kind: "stalls" }));
  const jobId = await engine.createJob(chat);
  await untilSubmitted(jobId);

  await cancel(jobId);
  await cancel(jobId);
  studio.release();

  expect(await engine.waitForJob(jobId)).toMatchObject(givenBack);
  expect(studio.cancels).toContain(studio.generations.get(`${jobId}:main:1`)?.id);
  expect(studio.submissions.get(`${jobId}:main:1`)).toBe(1);
});

test("a result of a provider that ignores the cancellation is awaited, delivered and charged", async () => {
  studio.behave(() => ({ kind: "unstoppable" }));
  const jobId = await engine.createJob(chat);
  await untilSubmitted(jobId);

  await cancel(jobId);
  await expect
    .poll(() => studio.cancels.includes(studio.generations.get(`${jobId}:main:1`)?.id ?? ""), {
      timeout: 30_000,
    })
    .toBe(true);
  expect((await engine.findJob(jobId)).status).toBe("canceling");
  studio.release();

  expect(await engine.waitForJob(jobId)).toMatchObject({
    status: "completed",
    billing: { heldCredits: 0, capturedCredits: 1 },
  });
});

test("a job whose result is being stored completes despite the cancellation, because it was paid for", async () => {
  studio.behave(() => ({ kind: "instant" }));
  const halfSent = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  studio.watch(async (instant) => {
    if (instant !== "half sent") return;
    halfSent.resolve();
    await goOn.promise;
  });
  const jobId = await engine.createJob(chat);
  await halfSent.promise;

  await cancel(jobId);
  goOn.resolve();

  expect(await engine.waitForJob(jobId)).toMatchObject({
    status: "completed",
    billing: { heldCredits: 0, capturedCredits: 1 },
  });
});

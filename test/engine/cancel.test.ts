import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestEngine, type TestEngine } from "#test/support/engine.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/fake-studio.ts";
import { expectSoundLedger } from "#test/support/ledger.ts";

let engine: TestEngine;
let studio: FakeStudio;

beforeAll(async () => {
  studio = await startFakeStudio();
  studio.behave(() => ({ kind: "held" }));
  engine = await startTestEngine({ studioUrl: studio.url });
  await engine.startTemporal();
  await engine.startApi();
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
});

const chat = { message: "a red fox", capability: "text-to-image" };

test("a queued job is canceled at once, and a worker that comes later leaves it so", async () => {
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

test("a running job is stopped at the provider and gives its credits back", async () => {
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

test("what the provider had finished before the cancellation reached it is delivered and paid", async () => {
  const jobId = await engine.createJob(chat);
  await expect
    .poll(() => studio.generations.has(`${jobId}:main:1`), { timeout: 20_000 })
    .toBe(true);
  studio.release();
  await engine.call("POST", `/v1/jobs/${jobId}/cancel`);

  const job = await engine.waitForJob(jobId);

  expect(job).toMatchObject({ status: "completed", billing: { capturedCredits: 1 } });
});

test("a job that has ended in another way cannot be canceled", async () => {
  studio.behave(() => ({ kind: "instant" }));
  const jobId = await engine.createJob(chat);
  await engine.waitForJob(jobId);

  const answer = await engine.call("POST", `/v1/jobs/${jobId}/cancel`);

  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ code: "job_already_final" });
});

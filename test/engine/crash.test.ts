import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { expectSoundLedger } from "#test/support/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

let engine: TestEngine;
let studio: FakeStudio;
let worker: NodeProcess;
let api: NodeProcess;

beforeAll(async () => {
  studio = await startFakeStudio();
  engine = await startTestEngine({ studioUrl: studio.url });
  await engine.startTemporal();
  [api, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
});

const chat = { message: "a red fox", capability: "text-to-image" };

test("no job is lost or charged twice when a worker is killed mid-job", async () => {
  studio.behave(() => ({ kind: "held" }));
  const jobIds = await Promise.all(Array.from({ length: 5 }, async () => engine.createJob(chat)));
  await expect
    .poll(() => jobIds.every((jobId) => studio.generations.has(`${jobId}:main:1`)), {
      timeout: 30_000,
    })
    .toBe(true);

  await worker.kill();
  studio.release();
  worker = await engine.startWorker();

  const jobs = await Promise.all(jobIds.map(async (jobId) => engine.waitForJob(jobId)));
  expect(jobs.map((job) => job.status)).toEqual(jobIds.map(() => "completed"));
  expect(jobs.map((job) => job.billing.capturedCredits)).toEqual(jobIds.map(() => 1));
  const made = [...studio.generations.keys()].filter((key) =>
    jobIds.some((id) => key.startsWith(id)),
  );
  expect(made).toHaveLength(jobIds.length);
}, 120_000);

test("a worker killed while it submits sends the request again only under the same idempotency key", async () => {
  studio.behave(() => ({ kind: "loses-answer", times: 1 }));
  const jobId = await engine.createJob(chat);
  await expect.poll(() => studio.submissions.get(`${jobId}:main:1`), { timeout: 30_000 }).toBe(1);

  await worker.kill();
  worker = await engine.startWorker();

  const job = await engine.waitForJob(jobId);
  expect(job).toMatchObject({ status: "completed", billing: { capturedCredits: 1 } });
  expect([...studio.generations.keys()].filter((key) => key.startsWith(jobId))).toHaveLength(1);
}, 120_000);

test("jobs accepted while Temporal is down run when Temporal is available again", async () => {
  studio.behave(() => ({ kind: "instant" }));
  await engine.stopTemporal();

  const jobIds = await Promise.all(Array.from({ length: 3 }, async () => engine.createJob(chat)));
  expect((await engine.findJob(jobIds[0] ?? "")).status).toBe("queued");
  await engine.startTemporal();

  const jobs = await Promise.all(jobIds.map(async (jobId) => engine.waitForJob(jobId)));
  expect(jobs.map((job) => job.status)).toEqual(["completed", "completed", "completed"]);
}, 120_000);

test("a job accepted by a killed API process is started by the next one", async () => {
  await engine.stopTemporal();
  const jobId = await engine.createJob(chat);
  await api.kill();

  await engine.startTemporal();
  api = await engine.startApi();

  expect((await engine.waitForJob(jobId)).status).toBe("completed");
}, 120_000);

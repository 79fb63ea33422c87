import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { Provider } from "#db/entities/catalog.ts";
import type { IdempotencyClass } from "#domain/requests/generation.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/fake-studio.ts";
import { expectSoundLedger } from "#test/support/ledger.ts";
import type { NodeProcess } from "#test/support/node-process.ts";
import { keepClosed } from "#test/support/provider-circuits.ts";

let engine: TestEngine;
let studio: FakeStudio;
let second: FakeStudio;
let worker: NodeProcess;

beforeAll(async () => {
  [studio, second] = await Promise.all([startFakeStudio(), startFakeStudio()]);
  engine = await startTestEngine({
    studioUrl: studio.url,
    second: { url: second.url },
    env: { SUBMISSION_UNKNOWN_SECONDS: "3" },
  });
  // Several tests in a row that fail must not keep the next one from the provider.
  await keepClosed(engine.orm, { providerSlug: "recraft", modelId: "recraftv4_1_pro" });
  await engine.startTemporal();
  [, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
}, 120_000);

beforeEach(() => {
  studio.behave(() => ({ kind: "instant" }));
  second.behave(() => ({ kind: "instant" }));
});

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await Promise.all([studio.close(), second.close()]);
});

async function setIdempotency(idempotency: IdempotencyClass): Promise<void> {
  await engine.orm.em.fork().nativeUpdate(Provider, { slug: "recraft" }, { idempotency });
}

const chat = { message: "a red fox", capability: "text-to-image", parameters: {} };

test("a provider that refuses our key hands over to the next model, which is all that is paid", async () => {
  second.behave(() => ({ kind: "unauthorized" }));

  const jobId = await engine.createJob(chat);
  const job = await engine.waitForJob(jobId);

  expect(job).toMatchObject({
    status: "completed",
    model: { id: "studio-image", provider: "studio" },
    routing: {
      attempts: [
        { provider: "recraft", outcome: "failed", code: "provider_credential_invalid" },
        { provider: "studio", model: "studio-image", outcome: "succeeded" },
      ],
    },
    billing: { heldCredits: 0, capturedCredits: 1 },
  });
  expect(job.routing.reason).toContain("took over");
  expect(second.submissions.get(`${jobId}:main:1`)).toBe(1);
  expect(studio.submissions.get(`${jobId}:main:2`)).toBe(1);
});

test("a provider that stays busy hands over after three tries", async () => {
  second.behave(() => ({ kind: "busy", times: 100 }));

  const jobId = await engine.createJob(chat);
  const job = await engine.waitForJob(jobId);

  expect(job).toMatchObject({
    status: "completed",
    routing: {
      attempts: [
        { provider: "recraft", outcome: "failed", code: "provider_rate_limited" },
        { provider: "studio", outcome: "succeeded" },
      ],
    },
  });
  expect(second.submissions.get(`${jobId}:main:1`)).toBe(3);
});

test("a caller who wants no other model gets the provider's failure and the credits back", async () => {
  second.behave(() => ({ kind: "unauthorized" }));

  const jobId = await engine.createJob({ ...chat, routing: { failover: false } });
  const job = await engine.waitForJob(jobId);

  expect(job).toMatchObject({
    status: "failed",
    error: { code: "provider_credential_invalid" },
    billing: { heldCredits: 0, capturedCredits: 0 },
  });
  expect(job.routing.attempts).toHaveLength(1);
});

test("a model that was asked for by name is not replaced by another", async () => {
  second.behave(() => ({ kind: "unauthorized" }));

  const jobId = await engine.createJob({ ...chat, model: "recraftv4_1" });

  expect((await engine.waitForJob(jobId)).status).toBe("failed");
  expect(studio.submissions.has(`${jobId}:main:2`)).toBe(false);
});

test("a refusal of the request itself is not carried to another provider", async () => {
  second.behave(() => ({ kind: "refuses", message: "unsafe" }));

  const jobId = await engine.createJob(chat);

  expect(await engine.waitForJob(jobId)).toMatchObject({
    status: "failed",
    error: { code: "provider_rejected" },
  });
  expect(studio.submissions.has(`${jobId}:main:2`)).toBe(false);
});

const unknown = {
  status: "failed",
  error: { code: "submission_unknown" },
  billing: { heldCredits: 0, capturedCredits: 0 },
};

test("a lost answer that nobody can find fails the job, and is neither sent again nor to another", async () => {
  second.behave(() => ({ kind: "loses-answer", times: 1 }));

  const jobId = await engine.createJob(chat);
  const job = await engine.waitForJob(jobId);

  expect(job).toMatchObject({
    ...unknown,
    routing: { attempts: [{ outcome: "unknown", code: "submission_unknown" }] },
  });
  expect(second.submissions.get(`${jobId}:main:1`)).toBe(1);
  expect(studio.submissions.has(`${jobId}:main:2`)).toBe(false);
});

test.each([401, 429] as const)(
  "a lost answer that %d follows is not carried to another provider, and is found under the same key",
  async (status) => {
    await setIdempotency("key");
    second.behave(() => ({ kind: "loses-answer-then-refuses", status, times: 3 }));

    const jobId = await engine.createJob(chat);
    const job = await engine.waitForJob(jobId);

    expect(job).toMatchObject({
      status: "completed",
      routing: { attempts: [{ provider: "recraft", outcome: "succeeded" }] },
      billing: { heldCredits: 0 },
    });
    expect(second.submissions.get(`${jobId}:main:1`)).toBe(5);
    expect(studio.submissions.has(`${jobId}:main:2`)).toBe(false);
    await setIdempotency("none");
  },
);

test("an answer to a worker that was held up until its job had failed is recorded and stopped at the provider", async () => {
  second.behave(() => ({ kind: "stalls" }));
  const jobId = await engine.createJob(chat);
  await expect.poll(() => second.submissions.get(`${jobId}:main:1`), { timeout: 30_000 }).toBe(1);
  const { pid } = worker.process.identity;
  process.kill(pid, "SIGSTOP");
  await engine.startWorker();
  expect(await engine.waitForJob(jobId)).toMatchObject(unknown);

  second.release();
  process.kill(pid, "SIGCONT");

  const client = await engine.connectTemporal();
  await expect
    .poll(
      async () => {
        await client.schedule.getHandle("gme/settle-submissions").trigger();
        return (await engine.findJob(jobId)).routing.attempts[0]?.outcome;
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toBe("canceled");
  expect(second.cancels).toContain(second.generations.get(`${jobId}:main:1`)?.id);
  expect(second.submissions.get(`${jobId}:main:1`)).toBe(1);
  expect(await engine.findJob(jobId)).toMatchObject(unknown);
}, 150_000);

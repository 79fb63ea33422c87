import type { Client } from "@temporalio/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { ProviderSubmission } from "#db/entities/job.ts";
import { ProviderEvent } from "#db/entities/provider-event.ts";
import { workflowIdOf } from "#domain/jobs/job.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import {
  startBlackForestLabs,
  type BlackForestLabs,
} from "#test/support/providers/black-forest-labs.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

/** A provider without idempotency keys that is polled rarely and sends webhooks. */

let engine: TestEngine;
let studio: FakeStudio;
let provider: BlackForestLabs;
let client: Client;
let worker: NodeProcess;

const patience = { timeout: 60_000, interval: 100 };
const slug = "black-forest-labs";

beforeAll(async () => {
  studio = await startFakeStudio();
  provider = await startBlackForestLabs();
  engine = await startTestEngine({
    studioUrl: studio.url,
    everyProvider: true,
    env: {
      BLACK_FOREST_LABS_API_KEY: simulatorKey,
      BLACK_FOREST_LABS_BASE_URL: provider.url,
      // Callback URLs are sent only with a public PUBLIC_URL; the simulator calls the API's local URL
      // instead.
      PUBLIC_URL: "https://engine.gme-tests.org",
    },
  });
  await engine.startTemporal();
  [worker] = await Promise.all([engine.startWorker(), engine.startApi()]);
  client = await engine.connectTemporal();
}, 180_000);

beforeEach(() => provider.play({ status: "Pending" }));

afterEach(() => provider.play({}));

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await Promise.all([studio.close(), provider.close()]);
});

const request = { message: "a red fox", model: "flux-2-pro", capability: "text-to-image" };

async function findSubmission(jobId: string): Promise<ProviderSubmission | null> {
  return engine.orm.em.fork().findOne(ProviderSubmission, { jobId, providerSlug: slug });
}

async function waitForState(jobId: string, state: string): Promise<void> {
  await vi.waitFor(
    async () => expect(await findSubmission(jobId)).toMatchObject({ state }),
    patience,
  );
}

async function countEvents(jobId: string): Promise<number> {
  const submission = await findSubmission(jobId);
  return engine.orm.em.fork().count(ProviderEvent, { submissionId: submission?.id ?? "" });
}

/** Counts how often a run scheduled each step. */
async function countSteps(jobId: string): Promise<Record<string, number>> {
  const history = await client.workflow.getHandle(workflowIdOf(jobId)).fetchHistory();
  const names = (history.events ?? []).flatMap(
    ({ activityTaskScheduledEventAttributes: step }) => step?.activityType?.name ?? [],
  );
  return Object.fromEntries(
    ["submitToProvider", "pollProvider", "reconcileSubmission"].map((step) => [
      step,
      names.filter((name) => name === step).length,
    ]),
  );
}

/** Value of Temporal's `PendingActivityState`: the activity waits for its next attempt. */
const scheduled = 1;

/** A poll in flight could return the result without the webhook. */
async function untilPollHasEnded(jobId: string): Promise<void> {
  const handle = client.workflow.getHandle(workflowIdOf(jobId));
  await vi.waitFor(async () => {
    const { raw } = await handle.describe();
    expect(raw.pendingActivities?.map(({ state }) => state)).toEqual([scheduled]);
  }, patience);
}

const completed = { status: "completed", model: { provider: slug } };

test("a webhook of the provider makes the run poll at once and the job completes", async () => {
  const paid = provider.billed();
  const jobId = await engine.createJob(request);
  await waitForState(jobId, "accepted");
  // Simulates four minutes: the next poll is five seconds away, and the deadline has not passed.
  await engine.orm.em
    .fork()
    .nativeUpdate(ProviderSubmission, { jobId }, { acceptedAt: new Date(Date.now() - 240_000) });
  const asked = provider.requests.length;
  await vi.waitFor(() => expect(provider.requests.length).toBeGreaterThan(asked), patience);
  await untilPollHasEnded(jobId);

  provider.play({ runningPolls: 0 });
  expect(await provider.sendWebhooks(engine.url)).toContain(204);

  expect(await engine.waitForJob(jobId)).toMatchObject(completed);
  expect(await countSteps(jobId)).toMatchObject({ submitToProvider: 1, pollProvider: 2 });
  expect(provider.billed() - paid).toBe(1);
}, 120_000);

test("a request whose response was lost is found by its webhook and not sent again", async () => {
  const paid = provider.billed();
  provider.play({ paidFault: "reset", status: "Pending" });
  const jobId = await engine.createJob(request);
  await waitForState(jobId, "unknown");

  provider.play({ runningPolls: 0 });
  await provider.sendWebhooks(engine.url);
  await provider.sendWebhooks(engine.url);

  expect(await engine.waitForJob(jobId)).toMatchObject(completed);
  expect(await countEvents(jobId)).toBe(1);
  expect(await findSubmission(jobId)).toMatchObject({
    attempts: 1,
    providerRequestId: expect.any(String) as string,
  });
  expect(await countSteps(jobId)).toMatchObject({ submitToProvider: 1 });
  expect(provider.billed() - paid).toBe(1);
}, 120_000);

test("a webhook that precedes the submit response is kept when the worker dies waiting for it", async () => {
  const paid = provider.billed();
  provider.play({ paidFault: "silent", status: "Pending" });
  const jobId = await engine.createJob(request);
  await vi.waitFor(() => expect(provider.billed() - paid).toBe(1), patience);

  await provider.sendWebhooks(engine.url);
  expect(await countEvents(jobId)).toBe(1);
  await worker.kill();
  provider.play({ runningPolls: 0 });
  worker = await engine.startWorker();

  expect(await engine.waitForJob(jobId)).toMatchObject(completed);
  expect(await findSubmission(jobId)).toMatchObject({ attempts: 1 });
  expect(provider.billed() - paid).toBe(1);
}, 180_000);

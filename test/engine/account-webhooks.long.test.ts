import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

import { ProviderSubmission } from "#db/entities/job.ts";
import { ProviderEvent } from "#db/entities/provider-event.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startIdeogram, type Ideogram } from "#test/support/providers/ideogram.ts";
import { startOpenai, type Openai } from "#test/support/providers/openai.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

/** Providers that respond with the result at once, unless a request asks for a background image. */

let engine: TestEngine;
let studio: FakeStudio;
let openai: Openai;
let ideogram: Ideogram;
let worker: NodeProcess;

const patience = { timeout: 60_000, interval: 100 };
const webhookSecret = `whsec_${Buffer.from("a secret of the project").toString("base64")}`;

beforeAll(async () => {
  [studio, openai, ideogram] = await Promise.all([
    startFakeStudio(),
    startOpenai(),
    startIdeogram(),
  ]);
  engine = await startTestEngine({
    studioUrl: studio.url,
    everyProvider: true,
    env: {
      OPENAI_API_KEY: simulatorKey,
      OPENAI_BASE_URL: openai.url,
      OPENAI_IMAGES: "background",
      OPENAI_WEBHOOK_SECRET: webhookSecret,
      IDEOGRAM_API_KEY: simulatorKey,
      IDEOGRAM_BASE_URL: ideogram.url,
      // Callback URLs are sent only with a public PUBLIC_URL; the simulators call the API's local URL
      // instead.
      PUBLIC_URL: "https://engine.gme-tests.org",
    },
  });
  await engine.startTemporal();
  [worker] = await Promise.all([engine.startWorker(), engine.startApi()]);
}, 180_000);

afterEach(() => {
  openai.play({});
  ideogram.play({});
});

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await Promise.all([studio.close(), openai.close(), ideogram.close()]);
});

const drawing = { message: "a red fox", model: "gpt-image-2", capability: "text-to-image" };
const lettering = { message: "a red fox", model: "ideogram-v4", capability: "text-to-image" };

async function findSubmission(jobId: string): Promise<ProviderSubmission | null> {
  return engine.orm.em.fork().findOne(ProviderSubmission, { jobId });
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

// Repeated when a scheduled poll finds the result between the two calls before the webhook.
test(
  "a webhook at the project's URL makes the run poll at once",
  { retry: 2, timeout: 120_000 },
  async () => {
    const paid = openai.billed();
    openai.play({ runningPolls: 1_000 });
    const jobId = await engine.createJob(drawing);
    await waitForState(jobId, "accepted");

    openai.play({ runningPolls: 0 });
    expect(
      await openai.sendWebhooks(`${engine.url}/provider-webhooks/openai`, webhookSecret),
    ).toEqual([204]);

    expect(await engine.waitForJob(jobId)).toMatchObject({
      status: "completed",
      model: { provider: "openai" },
    });
    expect(await countEvents(jobId)).toBe(1);
    expect(openai.billed() - paid).toBe(1);
  },
);

test("an image that is generated in the background survives the death of its worker", async () => {
  const paid = openai.billed();
  openai.play({ runningPolls: 1_000 });
  const jobId = await engine.createJob(drawing);
  await waitForState(jobId, "accepted");

  await worker.kill();
  openai.play({ runningPolls: 0 });
  worker = await engine.startWorker();

  expect(await engine.waitForJob(jobId)).toMatchObject({ status: "completed" });
  expect(openai.billed() - paid).toBe(1);
}, 180_000);

test("ideogram: a request whose response was lost is found by its webhook and not sent again", async () => {
  const paid = ideogram.billed();
  ideogram.play({ paidFault: "reset" });
  const jobId = await engine.createJob(lettering);
  await waitForState(jobId, "unknown");

  ideogram.play({ runningPolls: 0 });
  expect(await ideogram.sendWebhooks(engine.url)).toEqual([204]);

  expect(await engine.waitForJob(jobId)).toMatchObject({
    status: "completed",
    model: { provider: "ideogram" },
  });
  expect(await findSubmission(jobId)).toMatchObject({ attempts: 1 });
  expect(ideogram.billed() - paid).toBe(1);
}, 120_000);

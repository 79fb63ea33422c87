import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { useFolder } from "#test/support/fixtures.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import { startModeration, type FakeModeration } from "#test/support/servers/moderation.ts";

/** The API has no safety settings here, so every refusal is the worker's: that of prompts not known at acceptance. */
const folder = useFolder("gme-safety-engine-");
let engine: TestEngine;
let studio: FakeStudio;
let moderation: FakeModeration;
let worker: NodeProcess;

async function startWorker(): Promise<NodeProcess> {
  return engine.startWorker({
    BLOCKLIST_FILE: join(folder, "blocklist.txt"),
    MODERATION_URL: moderation.url,
    MODERATION_TIMEOUT_MS: "20000",
  });
}

beforeAll(async () => {
  await writeFile(join(folder, "blocklist.txt"), "# Not here\nbomb\n");
  [studio, moderation] = await Promise.all([startFakeStudio(), startModeration()]);
  engine = await startTestEngine({ studioUrl: studio.url });
  await engine.startTemporal();
  [, worker] = await Promise.all([engine.startApi(), startWorker()]);
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await Promise.all([studio.close(), moderation.close()]);
});

const image = { capability: "text-to-image" };

async function expectRefused(jobId: string): Promise<void> {
  const job = await engine.waitForJob(jobId);
  expect(job).toMatchObject({
    status: "failed",
    error: { code: "content_blocked" },
    billing: { heldCredits: 0, capturedCredits: 0 },
  });
  expect([...studio.submissions.keys()].filter((key) => key.startsWith(jobId))).toEqual([]);
}

test("a worker killed between the check and the refusal leaves no request, no charge and no hold", async () => {
  moderation.behave("hangs");
  const jobId = await engine.createJob({ ...image, message: "a fight [violence]" });
  await expect.poll(() => moderation.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);

  await worker.kill();
  moderation.behave("answers");
  worker = await startWorker();

  await expectRefused(jobId);
}, 180_000);

test("a message is refused by what was read from it, and its neighbours are generated", async () => {
  const [refused, flagged, allowed] = await Promise.all([
    engine.createJob({ message: "create an image of a bomb in a forest", parseIntent: true }),
    engine.createJob({ ...image, message: "a brawl [violence]" }),
    engine.createJob({ ...image, message: "a red fox" }),
  ]);

  expect(await engine.waitForJob(allowed)).toMatchObject({ status: "completed" });
  await expectRefused(refused);
  await expectRefused(flagged);
}, 180_000);

test("a job waits while the moderation service is down, and goes on when it is back", async () => {
  moderation.behave("fails");
  moderation.requests.length = 0;
  const jobId = await engine.createJob({ ...image, message: "a patient fox" });
  await expect.poll(() => moderation.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect((await engine.findJob(jobId)).status).toBe("processing");
  expect([...studio.submissions.keys()].filter((key) => key.startsWith(jobId))).toEqual([]);

  moderation.behave("answers");

  expect(await engine.waitForJob(jobId)).toMatchObject({ status: "completed" });
}, 180_000);

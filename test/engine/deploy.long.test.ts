import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

/** A provider whose response is the result, and that cannot look up a request. */
let provider: FakeStudio;
let studio: FakeStudio;
let engine: TestEngine;
let former: NodeProcess;

const shutdownMs = 500;
/** Workers force activities to end this long after `WORKER_SHUTDOWN_MS`. */
const forceMs = 5_000;

beforeAll(async () => {
  [studio, provider] = await Promise.all([startFakeStudio(), startFakeStudio()]);
  engine = await startTestEngine({
    studioUrl: studio.url,
    second: { url: provider.url },
    env: { WORKER_SHUTDOWN_MS: String(shutdownMs), LOG_LEVEL: "info" },
  });
  await engine.startTemporal();
  [, former] = await Promise.all([engine.startApi(), engine.startWorker()]);
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await Promise.all([studio.close(), provider.close()]);
});

test("a deployment loses no in-flight request to a provider", async () => {
  const responding = Promise.withResolvers<void>();
  provider.watch(async (instant) => {
    if (instant === "received") await responding.promise;
  });
  const jobIds = await Promise.all(
    Array.from({ length: 3 }, async () =>
      engine.createJob({ message: "a red fox", capability: "text-to-image" }),
    ),
  );
  await expect.poll(() => provider.submissions.size, { timeout: 30_000 }).toBe(jobIds.length);

  await engine.startWorker();
  process.kill(former.process.identity.pid, "SIGTERM");
  await delay(shutdownMs + forceMs + 2_000);
  responding.resolve();
  const { code } = await former.process.exited;

  expect(code).toBe(0);
  expect(former.output()).toContain("worker waits for running activities");
  for (const jobId of jobIds) {
    expect(await engine.waitForJob(jobId)).toMatchObject({
      status: "completed",
      routing: { attempts: [{ provider: "recraft", outcome: "succeeded" }] },
    });
  }
  expect([...provider.submissions.values()]).toEqual(jobIds.map(() => 1));
}, 120_000);

test("a worker without running activities stops within seconds", async () => {
  const idle = await engine.startWorker();
  const startedAt = Date.now();

  process.kill(idle.process.identity.pid, "SIGTERM");
  await idle.process.exited;

  // An idle worker needs about 1 s; the queues for provider steps would wait 300 s.
  expect(Date.now() - startedAt).toBeLessThan(30_000);
}, 120_000);

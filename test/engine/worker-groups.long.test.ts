import { afterAll, beforeAll, expect, test } from "vitest";

import { type WorkerGroup, workerGroups } from "#domain/task-queues.ts";
import { startTestEngine, type TestEngine, type TestWorker } from "#test/support/engine/engine.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

let studio: FakeStudio;
let engine: TestEngine;
let workers: Record<WorkerGroup, TestWorker>;

beforeAll(async () => {
  studio = await startFakeStudio();
  engine = await startTestEngine({ studioUrl: studio.url, slots: 1, env: { LOG_LEVEL: "info" } });
  await engine.startTemporal();
  await engine.startApi();
  const started = await Promise.all(
    workerGroups.map(
      async (group) => [group, await engine.startWorker({ WORKER_QUEUES: group })] as const,
    ),
  );
  workers = Object.fromEntries(started) as Record<WorkerGroup, TestWorker>;
}, 240_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
});

test("one worker for each group runs jobs to their end, and passes a slot on", async () => {
  const jobIds = await Promise.all(
    Array.from({ length: 3 }, async () =>
      engine.createJob({ message: "a red fox", capability: "text-to-image" }),
    ),
  );

  for (const jobId of jobIds) {
    expect(await engine.waitForJob(jobId)).toMatchObject({ status: "completed" });
  }
  expect([...studio.submissions.values()]).toEqual([1, 1, 1]);
});

test("a worker polls the queues of its group only", () => {
  const queues = Object.fromEntries(
    Object.entries(workers).map(([group, worker]) => [group, queuesOf(worker.output())]),
  );

  expect(queues).toEqual({
    core: ["gme-core", "gme-llm", "gme-mail", "gme-maintenance"],
    providers: ["gme-provider-recraft", "gme-provider-studio"],
    media: ["gme-inputs", "gme-store", "gme-store-recraft", "gme-store-studio"],
    webhook: ["gme-webhook"],
  });
});

function queuesOf(log: string): string[] {
  const ready = log.split("\n").find((line) => line.includes('"msg":"worker ready"'));
  const { queues } = JSON.parse(ready ?? "{}") as { queues?: string[] };
  return (queues ?? []).toSorted();
}

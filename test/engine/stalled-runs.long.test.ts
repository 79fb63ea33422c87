import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import type { Client } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";

import { workflowIdOf } from "#domain/jobs/job.ts";
import type { RunningTemporal } from "#scripts/embedded/temporal.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

/** Temporal shows a run as running although it has lost the task that the run waits for. */
let engine: TestEngine;
let studio: FakeStudio;
let client: Client;
let temporal: RunningTemporal;

beforeAll(async () => {
  studio = await startFakeStudio();
  engine = await startTestEngine({ studioUrl: studio.url, env: { RECONCILE_SECONDS: "1" } });
  temporal = await engine.startTemporal();
  await engine.startApi();
  client = await engine.connectTemporal();
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
});

const chat = { message: "a red fox", capability: "text-to-image" };
const paidOnce = {
  status: "completed",
  billing: { heldCredits: 0, capturedCredits: 1, releasedCredits: 0 },
};

/** Kills the server and deletes a job's waiting tasks before it starts again. Returns their number. */
async function loseTasks(jobId: string): Promise<number> {
  await Promise.all([temporal.process.exited, temporal.process.stop("SIGKILL", 1_000)]);
  const rows = new DatabaseSync(join(String(engine.env["DATA_DIR"]), "temporal.db"));
  let deleted = 0;
  // After a crash the server repeats the transfer of a task to its queue, unless it has recorded it.
  for (const table of ["tasks_v2", "transfer_tasks"]) {
    const ofJob = rows.prepare(`delete from ${table} where instr(data, ?) > 0`);
    deleted += Number(ofJob.run(Buffer.from(jobId)).changes);
  }
  rows.close();
  temporal = await engine.startTemporal();
  return deleted;
}

async function describe(jobId: string) {
  return client.workflow.getHandle(workflowIdOf(jobId)).describe();
}

async function untilReplaced(jobId: string): Promise<void> {
  await expect
    .poll(async () => (await describe(jobId)).status.name, { timeout: 60_000 })
    .toBe("TERMINATED");
}

test("a job whose first workflow task is lost gets another run and is charged once", async () => {
  const jobId = await engine.createJob(chat);
  await expect
    .poll(async () => describe(jobId).catch(() => null), { timeout: 30_000 })
    .not.toBeNull();
  expect(await loseTasks(jobId)).toBeGreaterThan(0);

  const worker = await engine.startWorker();
  await untilReplaced(jobId);

  expect(await engine.waitForJob(jobId)).toMatchObject(paidOnce);
  await worker.stop();
}, 180_000);

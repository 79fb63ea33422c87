import { join } from "node:path";

import type { Client } from "@temporalio/client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { workflowIdOf } from "#domain/jobs/job.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { writeBundle } from "#test/support/engine/write-bundle.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

let studio: FakeStudio;
let engine: TestEngine;
let client: Client;
let api: NodeProcess;
/** Environments of workers with changed workflows. */
let unguarded: NodeJS.ProcessEnv;
let guarded: NodeJS.ProcessEnv;

beforeAll(async () => {
  studio = await startFakeStudio();
  engine = await startTestEngine({ studioUrl: studio.url, env: { RECONCILE_SECONDS: "1" } });
  const folder = String(engine.env["DATA_DIR"]);
  unguarded = { CACHE_DIR: join(folder, "unguarded") };
  guarded = { CACHE_DIR: join(folder, "guarded") };
  await writeBundle(join(folder, "unguarded"), "unguarded-step-workflows.ts");
  await writeBundle(join(folder, "guarded"), "guarded-step-workflows.ts");
  await engine.startTemporal();
  api = await engine.startApi();
  client = await engine.connectTemporal();
}, 120_000);

beforeEach(() => studio.behave(() => ({ kind: "held" })));

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
});

/** Each run begins on the next version with probability one half, so one of this many almost surely does. */
const jobsMax = 30;
const paidOnce = {
  status: "completed",
  billing: { heldCredits: 0, capturedCredits: 1, releasedCredits: 0 },
};

async function startJob(): Promise<string> {
  const jobId = await engine.createJob({ message: "a red fox", capability: "text-to-image" });
  await expect
    .poll(() => studio.generations.has(`${jobId}:main:1`), { timeout: 60_000 })
    .toBe(true);
  return jobId;
}

async function countStuck(): Promise<number> {
  const port = engine.env["INTERNAL_PORT"];
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^gme_jobs_stuck (\d+)$/m.exec(metrics)?.[1]);
}

async function listEvents(jobId: string) {
  const { events } = await client.workflow.getHandle(workflowIdOf(jobId)).fetchHistory();
  return events ?? [];
}

/** True when the run passed a `patched()` that returned true. */
async function hasMarker(jobId: string): Promise<boolean> {
  return (await listEvents(jobId)).some((event) => event.markerRecordedEventAttributes != null);
}

async function listTaskFailures(jobId: string): Promise<string> {
  return (await listEvents(jobId))
    .map((event) => event.workflowTaskFailedEventAttributes?.failure?.message ?? "")
    .join("");
}

test("a job whose workflow task fails is reported until a compatible worker runs", async () => {
  const former = await engine.startWorker();
  const jobId = await startJob();
  await former.stop();
  const wrong = await engine.startWorker(unguarded);
  studio.release();
  await expect.poll(countStuck, { timeout: 60_000 }).toBe(1);
  const listWarnings = () =>
    `${api.output()}\n${wrong.output()}`.split("\n").filter((line) => line.includes("job stuck"));
  await expect.poll(listWarnings).toHaveLength(1);
  const [warning = ""] = listWarnings();
  const { status } = await engine.findJob(jobId);
  await wrong.stop();
  const fitting = await engine.startWorker();
  const ended = await engine.waitForJob(jobId);
  await fitting.stop();

  expect(status).toBe("processing");
  expect(JSON.parse(warning)).toMatchObject({ jobId, workflowId: workflowIdOf(jobId) });
  expect(ended).toMatchObject(paidOnce);
  expect(await countStuck()).toBe(0);
  expect(
    await engine.orm.em.fork().execute("select id from jobs where stuck_since is not null"),
  ).toEqual([]);
}, 240_000);

test("jobs of the next version complete after the old worker, whose tasks failed, has left", async () => {
  const former = await engine.startWorker();
  const jobIds = [await startJob()];
  const next = await engine.startWorker(guarded);
  // A run begins on either worker and stays there while that worker lives.
  let marked = "";
  while (marked === "" && jobIds.length < jobsMax) {
    const jobId = await startJob();
    jobIds.push(jobId);
    if (await hasMarker(jobId)) marked = jobId;
  }
  await next.kill();
  studio.release();
  await expect
    .poll(async () => listTaskFailures(marked), { timeout: 60_000, interval: 500 })
    .toContain("TMPRL1100");
  const { status, billing } = await engine.findJob(marked);
  await Promise.all([engine.startWorker(guarded), former.stop()]);
  const jobs = await Promise.all(jobIds.map(async (jobId) => engine.waitForJob(jobId)));

  expect({ status, billing }).toMatchObject({ status: "processing", billing: { heldCredits: 1 } });
  expect(jobs).toMatchObject(jobIds.map(() => paidOnce));
  // A request in flight when its worker was killed is sent again under the same key.
  const made = [...studio.generations.keys()].map((key) => key.split(":")[0] ?? "");
  expect(made.filter((jobId) => jobIds.includes(jobId))).toHaveLength(jobIds.length);
  expect(await countStuck()).toBe(0);
}, 240_000);

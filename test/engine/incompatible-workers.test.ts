import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { workflowIdOf } from "#domain/job.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/fake-studio.ts";
import { expectSoundLedger } from "#test/support/ledger.ts";
import type { NodeProcess } from "#test/support/node-process.ts";
import { writeBundle } from "#test/support/write-bundle.ts";

let studio: FakeStudio;
let engine: TestEngine;
let api: NodeProcess;
/** Settings of a worker with other workflows. */
let unguarded: NodeJS.ProcessEnv;

beforeAll(async () => {
  studio = await startFakeStudio();
  engine = await startTestEngine({ studioUrl: studio.url, env: { RECONCILE_SECONDS: "1" } });
  const folder = String(engine.env["DATA_DIR"]);
  unguarded = { CACHE_DIR: join(folder, "unguarded") };
  await writeBundle(join(folder, "unguarded"), "unguarded-step-workflows.ts");
  await engine.startTemporal();
  api = await engine.startApi();
}, 120_000);

beforeEach(() => studio.behave(() => ({ kind: "held" })));

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
});

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

test("a job whose workflow task fails is reported until a worker that fits is back", async () => {
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

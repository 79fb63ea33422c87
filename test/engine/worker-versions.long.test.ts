import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { Client } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";

import { workflowIdOf } from "#domain/jobs/job.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

let studio: FakeStudio;
let engine: TestEngine;
let client: Client;

const deploymentName = "gme-test";

beforeAll(async () => {
  studio = await startFakeStudio();
  studio.behave(() => ({ kind: "held" }));
  engine = await startTestEngine({ studioUrl: studio.url });
  await engine.startTemporal();
  await engine.startApi();
  client = await engine.connectTemporal();
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
});

/** Starts a worker of a version and makes the version current, as a deployment does. */
async function deploy(buildId: string): Promise<void> {
  await engine.startWorker({
    TEMPORAL_DEPLOYMENT_NAME: deploymentName,
    TEMPORAL_WORKER_BUILD_ID: buildId,
  });
  // Temporal refuses until it has seen a poller of every task queue.
  await expect
    .poll(
      async () =>
        client.workflowService
          .setWorkerDeploymentCurrentVersion({ namespace: "default", deploymentName, buildId })
          .then(() => "current", String),
      { timeout: 60_000, interval: 500 },
    )
    .toBe("current");
}

async function startJob(): Promise<string> {
  const jobId = await engine.createJob({ message: "a red fox", capability: "text-to-image" });
  await expect
    .poll(() => studio.generations.has(`${jobId}:main:1`), { timeout: 60_000 })
    .toBe(true);
  return jobId;
}

/** Versions that completed the workflow tasks of a job. */
async function listVersions(jobId: string): Promise<Set<string>> {
  const { events } = await client.workflow.getHandle(workflowIdOf(jobId)).fetchHistory();
  return new Set(
    (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: task }) =>
      task == null ? [] : (task.deploymentVersion?.buildId ?? "unversioned"),
    ),
  );
}

test("a job ends on the version that began it, and new jobs begin on the current one", async () => {
  await deploy("v1");
  const first = await startJob();
  await deploy("v2");
  const second = await startJob();
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/replay-live.ts"], {
    env: { ...process.env, ...engine.env },
  });
  studio.release();

  // Scheduled workflows may run at the same time as the two jobs.
  const [, replayed] = /^(\d+) running workflows replayed, 0 failed\.$/m.exec(stdout) ?? [];
  expect(Number(replayed)).toBeGreaterThanOrEqual(2);

  expect(await engine.waitForJob(first)).toMatchObject({ status: "completed" });
  expect(await engine.waitForJob(second)).toMatchObject({ status: "completed" });
  expect(await listVersions(first)).toEqual(new Set(["v1"]));
  expect(await listVersions(second)).toEqual(new Set(["v2"]));
}, 240_000);

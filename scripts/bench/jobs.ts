import { fileURLToPath } from "node:url";

import { Client, Connection } from "@temporalio/client";

import { launchProcess } from "#scripts/embedded/launch-process.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { startFakeStudio } from "#test/support/servers/fake-studio.ts";

import { timeWork } from "./load.ts";
import { type PartReport, round, type Row } from "./report.ts";

/** Concurrent jobs. Fewer jobs suffice when they run one at a time. */
const levels = [
  { concurrency: 1, share: 0.1 },
  { concurrency: 20, share: 1 },
  { concurrency: 200, share: 2 },
] as const;
const warmUpCount = 40;
const against = "bare Temporal workflow";
/** Long-poll limit of one request; a busy machine needs several requests for one job. */
const waitSeconds = 60;
const waitsMax = 5;
const unfinished = ["queued", "processing"];

/**
 * Whole jobs, from the POST to the response to a waiting client, with a provider that finishes at once. The
 * baseline is a workflow of as many empty activities on the same Temporal server with the same worker
 * options.
 */
export async function jobs({ count }: { count: number }): Promise<PartReport> {
  const studio = await startFakeStudio();
  const engine = await startTestEngine({ studioUrl: studio.url, production: true });
  try {
    await engine.startTemporal();
    await Promise.all([engine.startApi(), engine.startWorker()]);
    const bareWorker = await startBareWorker(engine);
    const connection = await Connection.connect({ address: engine.temporalAddress });
    const client = new Client({ connection });
    const places = await placesOf(client, await engine.createJob({ message: "a red fox" }), engine);
    const runBare = async () => {
      await client.workflow.execute("bareJob", {
        workflowId: `bare/${Math.random()}`,
        taskQueue: "bare-core",
        args: [places],
      });
    };
    const runOurs = async () => runJob(engine);
    for (const run of [runOurs, runBare]) await timeWork(warmUpCount, 20, run);

    const rows: Record<string, Row> = {};
    const details: unknown[] = [];
    for (const { concurrency, share } of levels) {
      const jobCount = Math.max(concurrency, Math.round(count * share));
      const ours = await timeWork(jobCount, concurrency, runOurs);
      const bare = await timeWork(jobCount, concurrency, runBare);
      details.push({ concurrency, jobCount, activities: places.length, ours, bare });
      for (const [name, key] of [
        ["p50 in ms", "p50Ms"],
        ["p95 in ms", "p95Ms"],
        ["jobs/s", "perSecond"],
      ] as const) {
        rows[`${concurrency} at once, ${name}`] = {
          measured: ours[key],
          baseline: bare[key],
          ratio: round(ours[key] / bare[key]),
          against,
        };
      }
    }
    await connection.close();
    await bareWorker.stop("SIGKILL", 1_000);
    return { rows, details };
  } finally {
    await engine.close();
    await studio.close();
  }
}

async function runJob(engine: TestEngine): Promise<void> {
  const answer = async (method: string, path: string, body?: object) => {
    const response = await engine.call(method, path, body, { prefer: `wait=${waitSeconds}` });
    return (await response.json()) as { jobId: string; status: string };
  };
  let job = await answer("POST", "/v1/chat", { message: "a red fox" });
  for (let wait = 1; wait < waitsMax && unfinished.includes(job.status); wait += 1) {
    job = await answer("GET", `/v1/jobs/${job.jobId}`);
  }
  if (job.status !== "completed") throw new Error(`a job of the benchmark is ${job.status}`);
}

/** Task queues of a real job's activities, so the baseline runs as many on each. */
async function placesOf(
  client: Client,
  jobId: string,
  engine: TestEngine,
): Promise<("core" | "other")[]> {
  await engine.waitForJob(jobId);
  const run = client.workflow.getHandle(`job/${jobId}`);
  await run.result();
  const { taskQueue } = await run.describe();
  const { events } = await run.fetchHistory();
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled == null ? [] : [scheduled.taskQueue?.name === taskQueue ? "core" : "other"],
  );
}

async function startBareWorker(engine: TestEngine) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const worker = await launchProcess({
    command: process.execPath,
    args: [fileURLToPath(new URL("./bare-worker.ts", import.meta.url))],
    env: { ...process.env, TEMPORAL_ADDRESS: engine.temporalAddress },
    onLine: (line) => {
      if (line === "ready") resolve();
    },
  });
  await promise;
  return worker;
}

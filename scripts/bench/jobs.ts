import { fileURLToPath } from "node:url";

import { Client, Connection } from "@temporalio/client";

import { launchProcess } from "#scripts/embedded/launch-process.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine.ts";
import { startFakeStudio } from "#test/support/fake-studio.ts";

import { round } from "./acceptance.ts";
import { timeWork } from "./load.ts";

interface Timing {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

interface Comparison {
  readonly engine: Timing;
  readonly bare: Timing;
  readonly ratio: number;
}

const concurrency = 20;
const aloneCount = 20;

/**
 * Whole jobs, from POST to the answer of a waiting client, with a provider that is done at once, next
 * to a workflow of as many empty activities on as many queues, on the same Temporal server.
 */
export async function jobs({
  count,
}: {
  count: number;
}): Promise<Comparison & { alone: Comparison }> {
  const studio = await startFakeStudio();
  const engine = await startTestEngine({ studioUrl: studio.url, durable: true });
  try {
    await engine.startTemporal();
    await Promise.all([engine.startApi(), engine.startWorker()]);
    await timeWork(aloneCount, concurrency, async () => runJob(engine));
    const alone = await timeWork(aloneCount, 1, async () => runJob(engine));
    const ours = await timeWork(count, concurrency, async () => runJob(engine));

    const bare = await startBareWorker(engine);
    const connection = await Connection.connect({ address: engine.temporalAddress });
    const client = new Client({ connection });
    const runBare = async (index: number) => {
      await client.workflow.execute("bareJob", {
        workflowId: `bare/${Date.now()}/${index}/${Math.random()}`,
        taskQueue: "bare-core",
      });
    };
    await timeWork(aloneCount, concurrency, runBare);
    const bareAlone = await timeWork(aloneCount, 1, runBare);
    const theirs = await timeWork(count, concurrency, runBare);
    await connection.close();
    await bare.stop("SIGKILL", 1_000);
    return {
      engine: ours,
      bare: theirs,
      ratio: round(ours.perSecond / theirs.perSecond),
      alone: { engine: alone, bare: bareAlone, ratio: round(alone.p50Ms / bareAlone.p50Ms) },
    };
  } finally {
    await engine.close();
    await studio.close();
  }
}

async function runJob(engine: TestEngine): Promise<void> {
  const response = await engine.call(
    "POST",
    "/v1/chat",
    { message: "a red fox" },
    { prefer: "wait=60" },
  );
  const job = (await response.json()) as { status: string };
  if (job.status !== "completed") throw new Error(`a job of the benchmark is ${job.status}`);
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

import { setTimeout as delay } from "node:timers/promises";

import { findFreePort } from "#scripts/embedded/ports.ts";
import { createRandom, type Random } from "#test/chaos/random.ts";
import type { Counts } from "#test/support/drill-counts.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";

import { type Balancer, startBalancer } from "./balancer.ts";
import type { DrillOptions } from "./drill.ts";
import { type DrillWorld, expectCounts, judgeJobs, startDrillWorld } from "./world.ts";

/** Pause between the end of new traffic and SIGTERM; `preStopSeconds` of the chart, which has more time. */
const preStopMs = 1_500;
const rate = 100;
/** One in so many requests orders a job. */
const ordersShare = 0.02;

interface Api {
  readonly process: NodeProcess;
  readonly port: number;
}

/**
 * Replaces two APIs and a worker, as the chart does: a new process is ready before an old one gets no new requests, and
 * SIGTERM comes after a pause. Requests come at a fixed rate the whole time.
 */
export async function rollOut({ seed, scale, log }: DrillOptions): Promise<Counts> {
  const world = await startDrillWorld({ WORKER_SHUTDOWN_MS: "2000" });
  const balancer = await startBalancer();
  try {
    const random = createRandom(seed);
    let apis = await startApis(world, balancer, 2);
    let worker = await world.engine.startWorker();
    const traffic = startTraffic({ world, balancer, random, rate: rate * scale });
    await traffic.reach(rate * scale * 2);
    const rounds = Math.max(1, Math.round(5 * scale));
    for (let round = 1; round <= rounds; round += 1) {
      const former = apis;
      apis = [];
      for (const api of former) {
        apis.push(...(await startApis(world, balancer, 1)));
        await stopApi(api, balancer, random);
      }
      const successor = await world.engine.startWorker();
      await worker.stop();
      worker = successor;
      log(`round ${round} of ${rounds}: ${JSON.stringify(traffic.counts())}`);
    }
    const { jobIds, counts } = await traffic.stop();
    expectCounts(counts, { "failed requests": 0 });
    return { ...counts, "roll-outs": rounds, ...(await judgeJobs(world, jobIds)) };
  } finally {
    await balancer.close();
    await world.close();
  }
}

async function startApis(
  { engine }: DrillWorld,
  balancer: Balancer,
  count: number,
): Promise<Api[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const [port, internalPort] = await Promise.all([findFreePort(), findFreePort()]);
      const process = await engine.startApi({
        PORT: String(port),
        INTERNAL_PORT: String(internalPort),
      });
      balancer.add(port);
      return { process, port };
    }),
  );
}

/** The load balancer notices at some time in the pause that the process is going. */
async function stopApi({ process, port }: Api, balancer: Balancer, random: Random): Promise<void> {
  const noticedMs = random.between(0, preStopMs / 2);
  await delay(noticedMs);
  balancer.remove(port);
  await delay(preStopMs - noticedMs);
  await process.stop();
}

interface Traffic {
  counts(): Counts;
  /** Resolves after so many responses. */
  reach(requests: number): Promise<void>;
  stop(): Promise<{ readonly counts: Counts; readonly jobIds: readonly string[] }>;
}

function startTraffic({
  world: { engine },
  balancer,
  random,
  rate,
}: {
  readonly world: DrillWorld;
  readonly balancer: Balancer;
  readonly random: Random;
  readonly rate: number;
}): Traffic {
  const jobIds: string[] = [];
  const open = new Set<Promise<void>>();
  const failures: string[] = [];
  let requests = 0;
  let slowestMs = 0;

  async function send(): Promise<void> {
    const isOrder = random.next() < ordersShare;
    const path = isOrder
      ? "/v1/chat"
      : jobIds.length > 0
        ? `/v1/jobs/${random.pick(jobIds)}`
        : "/v1/models";
    const startedAt = Date.now();
    try {
      const response = await fetch(balancer.url + path, {
        headers: { "x-api-key": engine.key, "content-type": "application/json" },
        ...(isOrder
          ? {
              method: "POST",
              body: JSON.stringify({ message: "a red fox", capability: "text-to-image" }),
            }
          : {}),
      });
      const body = (await response.json()) as { jobId?: string };
      if (!response.ok) failures.push(`${response.status} ${path}: ${JSON.stringify(body)}`);
      if (isOrder && body.jobId !== undefined) jobIds.push(body.jobId);
    } catch (error) {
      failures.push(`${path}: ${String(error)} ${String((error as Error).cause)}`);
    }
    requests += 1;
    slowestMs = Math.max(slowestMs, Date.now() - startedAt);
  }

  const timer = setInterval(() => {
    const sent = send();
    open.add(sent);
    void sent.finally(() => open.delete(sent));
  }, 1_000 / rate);
  const counts = () => ({
    requests,
    "failed requests": failures.length,
    "slowest request, ms": slowestMs,
  });
  return {
    counts,
    async reach(count) {
      while (counts().requests < count) await delay(50);
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      if (failures.length > 0) throw new Error(failures.slice(0, 5).join("\n"));
      return { counts: counts(), jobIds };
    },
  };
}

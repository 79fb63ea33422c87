import { setTimeout as delay } from "node:timers/promises";

import { Job } from "#db/entities/job.ts";
import { WebhookDelivery } from "#db/entities/webhook.ts";
import type { Counts } from "#test/support/drill-counts.ts";
import { openEventSource } from "#test/support/servers/event-source.ts";
import { startWebhookReceiver } from "#test/support/servers/webhook-receiver.ts";

import type { DrillOptions } from "./drill.ts";
import { createJobs, type DrillWorld, judgeJobs, startDrillWorld } from "./world.ts";

const minutes = 60;
const jobsPerSecond = 3;
/** With more unfinished jobs no further one is created: growth of a backlog is no growth of a leak. */
const unfinishedMax = 60;
const sampleMs = 10_000;
/** One of so many jobs is followed by a stream of its events. */
const streamedJobs = 30;
/** Share of the samples in which caches fill. */
const warmShare = 0.25;
/** Growth of the heap after a collection, in the time after it has warmed up. */
const heapSlopeMax = 1_048_576 / 600;

interface Sample {
  readonly second: number;
  readonly heapBytes: number;
  readonly residentBytes: number;
  readonly handles: number;
}

/**
 * Steady load for an hour, less of it when the machine cannot keep up, with a webhook for each end of a job and a stream
 * of the events of some jobs: memory and handles of API and worker must not grow.
 */
export async function soak({ scale, log }: DrillOptions): Promise<Counts> {
  const world = await startDrillWorld({ ALLOW_PRIVATE_WEBHOOKS: "1" });
  const receiver = await startWebhookReceiver();
  try {
    const [, worker] = await Promise.all([world.engine.startApi(), world.engine.startWorker()]);
    const urls = {
      api: `http://127.0.0.1:${world.engine.env["INTERNAL_PORT"]}/metrics`,
      worker: `${worker.internalUrl}/metrics`,
    };
    await createEndpoint(world, receiver.url);
    const samples = { api: [] as Sample[], worker: [] as Sample[] };
    const jobIds: string[] = [];
    const streams: Promise<boolean>[] = [];
    const startedAt = Date.now();
    const secondsMax = minutes * 60 * scale;
    const passed = () => (Date.now() - startedAt) / 1_000;
    let deadRowsMost = 0;
    let sampledAt = -Infinity;
    while (passed() < secondsMax) {
      await delay(1_000);
      if ((await countUnfinished(world)) < unfinishedMax) {
        const made = await createJobs(world, jobsPerSecond);
        jobIds.push(...made);
        if (jobIds.length % streamedJobs < jobsPerSecond) streams.push(follow(world, made[0]!));
      }
      if (Date.now() - sampledAt > sampleMs) {
        sampledAt = Date.now();
        for (const name of ["api", "worker"] as const) {
          samples[name].push(await sampleProcess(urls[name], passed()));
        }
        deadRowsMost = Math.max(deadRowsMost, await countDeadRows(world));
        log(`${Math.round(passed())} s, ${jobIds.length} jobs`);
      }
    }
    const growth = judgeGrowth(samples, secondsMax);
    const counts = await judgeJobs(world, jobIds);
    const endedStreams = (await Promise.all(streams)).filter(Boolean).length;
    await waitForDeliveries(world);
    return {
      ...counts,
      "streams of events": streams.length,
      "streams that ended with their job": endedStreams,
      "webhooks received": new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))
        .size,
      ...growth,
      ...(await quartersOf(world)),
      "database, bytes for each job": await countBytes(world, jobIds.length),
      "dead rows of jobs at most, %": deadRowsMost,
    };
  } finally {
    await world.close();
    await receiver.close();
  }
}

async function createEndpoint({ engine }: DrillWorld, url: string): Promise<void> {
  const response = await engine.call("POST", "/v1/webhooks", { url: `${url}/soak` });
  if (response.status !== 201) throw new Error(`no webhook endpoint: ${await response.text()}`);
}

async function countUnfinished({ engine }: DrillWorld): Promise<number> {
  return engine.orm.em.fork().count(Job, { finishedAt: null });
}

/** Reads the events of a job to the end of the stream; tells whether the last one is the job's end. */
async function follow({ engine }: DrillWorld, jobId: string): Promise<boolean> {
  const url = `${engine.url}/v1/jobs/${jobId}/events`;
  const messages = await (await openEventSource(url, { "x-api-key": engine.key })).rest();
  return messages.at(-1)?.data.status === "completed";
}

async function waitForDeliveries({ engine }: DrillWorld): Promise<void> {
  const em = engine.orm.em.fork();
  while ((await em.count(WebhookDelivery, { finishedAt: null })) > 0) await delay(500);
}

async function sampleProcess(url: string, second: number): Promise<Sample> {
  const text = await (await fetch(url)).text();
  const read = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return {
    second,
    heapBytes: read("nodejs_heap_size_used_bytes"),
    residentBytes: read("process_resident_memory_bytes"),
    handles: read("nodejs_active_handles_total"),
  };
}

function judgeGrowth(
  samples: Readonly<Record<string, readonly Sample[]>>,
  secondsMax: number,
): Counts {
  const counts: Record<string, number> = {};
  for (const [name, all] of Object.entries(samples)) {
    const warm = all.slice(Math.ceil(all.length * warmShare));
    const slope = slopeOfFloor(warm);
    counts[`heap of the ${name}, bytes a second`] = Math.round(slope);
    counts[`memory of the ${name} at most, MB`] = Math.round(
      Math.max(...all.map(({ residentBytes }) => residentBytes)) / 1_000_000,
    );
    counts[`handles of the ${name} after the first quarter`] = warm[0]?.handles ?? 0;
    counts[`handles of the ${name} at the end`] = all.at(-1)?.handles ?? 0;
    // Shorter runs see the warming of caches only.
    if (secondsMax >= 1_800 && slope > heapSlopeMax) {
      throw new Error(`the heap of the ${name} grows by ${Math.round(slope)} bytes a second`);
    }
  }
  return counts;
}

/** Slope between the lowest heaps of the first and the second half, which are those soon after a collection. */
function slopeOfFloor(samples: readonly Sample[]): number {
  const half = Math.floor(samples.length / 2);
  const lowest = (some: readonly Sample[]) =>
    some.reduce((low, sample) => (sample.heapBytes < low.heapBytes ? sample : low), some[0]!);
  if (half < 2) return 0;
  const [first, second] = [lowest(samples.slice(0, half)), lowest(samples.slice(half))];
  return (second.heapBytes - first.heapBytes) / Math.max(1, second.second - first.second);
}

async function countDeadRows({ engine }: DrillWorld): Promise<number> {
  const [row] = await engine.orm.em.fork().execute<{ percent: number }[]>(
    `select round(100.0 * n_dead_tup / greatest(n_live_tup + n_dead_tup, 1))::int as percent
     from pg_stat_user_tables where relname = 'jobs'`,
  );
  return row?.percent ?? 0;
}

/** Times of jobs from acceptance to end, by quarters of the run: they show whether the engine becomes slower. */
async function quartersOf({ engine }: DrillWorld): Promise<Counts> {
  const rows = await engine.orm.em.fork().execute<{ quarter: number; p95: number }[]>(
    `select quarter,
            round(percentile_disc(0.95) within group (order by milliseconds))::int as p95
     from (
       select ntile(4) over (order by id) as quarter,
              1000 * extract(epoch from finished_at - created_at) as milliseconds
       from jobs
     ) timed
     group by quarter order by quarter`,
  );
  return Object.fromEntries(rows.map(({ quarter, p95 }) => [`p95 of quarter ${quarter}, ms`, p95]));
}

async function countBytes({ engine }: DrillWorld, jobs: number): Promise<number> {
  const [row] = await engine.orm.em
    .fork()
    .execute<{ bytes: string }[]>("select pg_database_size(current_database()) as bytes");
  return Math.round(Number(row?.bytes ?? 0) / Math.max(1, jobs));
}

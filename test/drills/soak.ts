import { setTimeout as delay } from "node:timers/promises";

import type { Counts } from "#test/support/drill-counts.ts";

import type { DrillOptions } from "./drill.ts";
import { createJobs, type DrillWorld, judgeJobs, startDrillWorld } from "./world.ts";

const minutes = 60;
const jobsPerSecond = 3;
const sampleMs = 10_000;
/** Share of the samples in which caches fill. */
const warmShare = 0.25;
/** Growth of the heap after a collection, in the time after it has warmed up. */
const heapSlopeMax = 1_048_576 / 600;

interface Sample {
  readonly second: number;
  readonly heapBytes: number;
  readonly handles: number;
}

/** Steady load for an hour: memory and handles of API and worker must not grow. */
export async function soak({ scale, log }: DrillOptions): Promise<Counts> {
  const world = await startDrillWorld();
  try {
    const [, worker] = await Promise.all([world.engine.startApi(), world.engine.startWorker()]);
    const urls = {
      api: `http://127.0.0.1:${world.engine.env["INTERNAL_PORT"]}/metrics`,
      worker: `${worker.internalUrl}/metrics`,
    };
    const samples = { api: [] as Sample[], worker: [] as Sample[] };
    const jobIds: string[] = [];
    const startedAt = Date.now();
    const secondsMax = minutes * 60 * scale;
    const passed = () => (Date.now() - startedAt) / 1_000;
    let sampledAt = -Infinity;
    while (passed() < secondsMax) {
      jobIds.push(...(await createJobs(world, jobsPerSecond)));
      if (Date.now() - sampledAt > sampleMs) {
        sampledAt = Date.now();
        for (const name of ["api", "worker"] as const) {
          samples[name].push(await sampleProcess(urls[name], passed()));
        }
        log(`${Math.round(passed())} s, ${jobIds.length} jobs`);
      }
      await delay(1_000);
    }
    const counts = await judgeJobs(world, jobIds);
    const dead = await countDeadRows(world);
    const growth = judgeGrowth(samples, secondsMax);
    return { ...counts, ...growth, "dead rows of jobs, %": dead };
  } finally {
    await world.close();
  }
}

async function sampleProcess(url: string, second: number): Promise<Sample> {
  const text = await (await fetch(url)).text();
  const read = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return {
    second,
    heapBytes: read("nodejs_heap_size_used_bytes"),
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

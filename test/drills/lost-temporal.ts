import { setTimeout as delay } from "node:timers/promises";

import { Job } from "#db/entities/job.ts";
import { createRandom } from "#test/chaos/random.ts";
import type { Counts } from "#test/support/drill-counts.ts";

import type { DrillOptions } from "./drill.ts";
import { createJobs, judgeJobs, startDrillWorld } from "./world.ts";

/** Temporal loses its database while jobs are open: some wait, some are at their provider, some are stored. */
export async function loseTemporal({ seed, scale, log }: DrillOptions): Promise<Counts> {
  const world = await startDrillWorld();
  const { engine, provider } = world;
  try {
    const random = createRandom(seed);
    provider.behave(() => random.pick([{ kind: "instant" }, { kind: "held" }] as const));
    await Promise.all([engine.startApi(), engine.startWorker()]);
    const count = Math.max(10, Math.round(1_000 * scale));
    const jobIds = await createJobs(world, count);
    while (provider.submissions.size < count * random.between(0.3, 0.6)) await delay(100);
    const open = await engine.orm.em.fork().count(Job, { finishedAt: null });
    log(`Temporal is emptied with ${open} open jobs`);
    const startedAt = Date.now();
    await engine.wipeTemporal();
    const releasing = setInterval(() => provider.release(), 500);
    const counts = await judgeJobs(world, jobIds).finally(() => clearInterval(releasing));
    return { ...counts, "open jobs at the loss": open, "seconds to the end": seconds(startedAt) };
  } finally {
    await world.close();
  }
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1_000);
}

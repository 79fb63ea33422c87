import { setTimeout as delay } from "node:timers/promises";

import type { Counts } from "#test/support/drill-counts.ts";

import type { DrillOptions } from "./drill.ts";
import { createJobs, expectCounts, judgeJobs, startDrillWorld } from "./world.ts";

/** More than the activity slots of a worker, so that a shared queue would be full. */
const slowJobs = 60;

/** A provider accepts requests and responds to none, while jobs of another provider come. */
export async function slowProvider({ scale, log }: DrillOptions): Promise<Counts> {
  const world = await startDrillWorld({ WORKER_ACTIVITY_SLOTS: "20" });
  const { engine, provider } = world;
  try {
    const responding = Promise.withResolvers<void>();
    provider.watch(async (instant) => {
      if (instant === "received") await responding.promise;
    });
    await Promise.all([engine.startApi(), engine.startWorker()]);
    const slow = await createJobs(world, slowJobs);
    while (provider.submissions.size < 20) await delay(100);

    const count = Math.max(5, Math.round(50 * scale));
    const startedAt = Date.now();
    let completed = 0;
    for (let made = 0; made < count; made += 1) {
      const response = await engine.call("POST", "/v1/generations", {
        model: "studio-image",
        capability: "text-to-image",
        prompt: "a red fox",
      });
      const { jobId } = (await response.json()) as { jobId: string };
      const { status } = await engine.waitForJob(jobId);
      if (status === "completed") completed += 1;
    }
    const secondsEach = Math.round((Date.now() - startedAt) / count) / 1_000;
    log(`${completed} jobs of the other provider completed in ${secondsEach} s each`);
    const meanwhile = { "other jobs": count, "other jobs completed meanwhile": completed };
    expectCounts(meanwhile, { "other jobs completed meanwhile": count });

    responding.resolve();
    const counts = await judgeJobs(world, slow);
    return { ...meanwhile, "seconds for one of them": secondsEach, ...counts };
  } finally {
    await world.close();
  }
}

import { setTimeout as delay } from "node:timers/promises";

import type { Worker } from "@temporalio/worker";
import type { Logger } from "pino";

/** Delay before the first report: shorter drains are not logged. */
const firstReportMs = 2_000;
const reportMs = 30_000;

/** The launcher shows this message to the person who pressed Ctrl-C. */
export const drainMessage = "worker waits for running activities";

type DrainableWorker = Pick<Worker, "getState" | "getStatus" | "shutdown"> & {
  readonly options: Pick<Worker["options"], "taskQueue">;
};

/**
 * Stops polling on all task queues at once. Resolves when every activity has finished or the drain time of
 * its queue has passed. A queue that fails does not end the wait for the others: their activities may be paid
 * requests. Logs the activities that are still running.
 */
export async function drainWorkers(
  workers: readonly DrainableWorker[],
  runs: readonly Promise<void>[],
  logger: Pick<Logger, "info">,
): Promise<void> {
  for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
  const drained = new AbortController();
  const reporting = reportWaits(workers, logger, drained.signal);
  await Promise.allSettled(runs);
  drained.abort();
  await reporting;
}

async function reportWaits(
  workers: readonly DrainableWorker[],
  logger: Pick<Logger, "info">,
  signal: AbortSignal,
): Promise<void> {
  for (let waitMs = firstReportMs; ; waitMs = reportMs) {
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const queues = workers.flatMap((worker) => {
      const activities = worker.getStatus().numInFlightActivities;
      return activities === 0 ? [] : { queue: worker.options.taskQueue, activities };
    });
    if (queues.length > 0) logger.info({ queues }, drainMessage);
  }
}

import { setTimeout as delay } from "node:timers/promises";

import type { Watchdog } from "#runtime/watchdog.ts";
import { reconcileDeliveries } from "#temporal/reconcile-deliveries.ts";
import type { Reconciling } from "#temporal/reconcile-in-batches.ts";
import { reconcileJobs } from "#temporal/reconcile-jobs.ts";

const parts = { jobs: reconcileJobs, webhooks: reconcileDeliveries };

/**
 * Reconciles jobs and webhooks periodically while the process runs, in addition to the Temporal schedule for
 * the same work: if Temporal loses its data, the schedule is lost, too. Returns the function that stops it.
 */
export function startReconciler({
  watchdog,
  ...reconciling
}: Omit<Reconciling, "beat"> & { watchdog: Watchdog }): () => Promise<void> {
  const { logger, staleSeconds } = reconciling;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pauseMs = Math.max(1_000, (staleSeconds * 1_000) / 4);

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      for (const [what, reconcile] of Object.entries(parts)) {
        await watchdog
          .watch("reconciler", async (beat) => reconcile({ ...reconciling, beat }, signal))
          .catch((error: unknown) => {
            // Readiness reports a database outage; the next iteration retries.
            logger.warn({ error }, `${what} not reconciled`);
          });
      }
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

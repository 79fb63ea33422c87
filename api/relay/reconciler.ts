import { setTimeout as delay } from "node:timers/promises";

import type { Watchdog } from "#runtime/watchdog.ts";
import { reconcileDeliveries } from "#temporal/reconcile-deliveries.ts";
import type { Reconciling } from "#temporal/reconcile-in-batches.ts";
import { reconcileJobs } from "#temporal/reconcile-jobs.ts";

const parts = { jobs: reconcileJobs, webhooks: reconcileDeliveries };

/**
 * Reconciles jobs and webhooks for as long as the process lives, beside Temporal's schedule of the same work: when
 * Temporal lost everything, the schedule is lost, too. Returns the function that stops it.
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
            // The database's own alarm is readiness; the next turn tries again.
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

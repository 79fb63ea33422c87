import { setTimeout as delay } from "node:timers/promises";

import { reconcileJobs, type Reconciling } from "#process/reconcile-jobs.ts";

/**
 * Reconciles jobs for as long as the process lives, beside Temporal's schedule of the same work: when
 * Temporal lost everything, the schedule is lost, too. Returns the function that stops it.
 */
export function startReconciler(reconciling: Reconciling): () => Promise<void> {
  const { logger, staleSeconds } = reconciling;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pauseMs = Math.max(1_000, (staleSeconds * 1_000) / 4);

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      await reconcileJobs(reconciling, signal).catch((error: unknown) => {
        // The database's own alarm is readiness; the next turn tries again.
        logger.warn({ error }, "jobs not reconciled");
      });
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

import type { Logger } from "pino";

import type { HeldConnections } from "#api/http/held-connections.ts";
import { isEndEvent } from "#domain/jobs/job-event.ts";
import type { Watchdog } from "#runtime/watchdog.ts";

import type { JobListener } from "./job-listener.ts";

/** Lets requests wait for the end of a job (`Prefer: wait`). */
export interface JobWaiter {
  /**
   * Resolves when the job has ended, the timeout has passed or the signal is aborted. The job's row shows
   * which of them happened. Holds no database connection. Throws like `HeldConnections.hold` when too many
   * requests wait.
   */
  wait(
    jobId: string,
    options: { organizationId: string; timeoutMs: number; signal: AbortSignal },
  ): Promise<void>;
  close(): void;
}

const pollMs = 1_000;

/** Polls the rows each second for ends that the listener missed. */
export function createJobWaiter({
  listener,
  listEnded,
  held,
  watchdog,
  log,
}: {
  listener: Pick<JobListener, "subscribe">;
  /** Returns those of the jobs that have ended. */
  listEnded: (jobIds: readonly string[]) => Promise<readonly string[]>;
  held: HeldConnections;
  watchdog: Watchdog;
  log: Logger;
}): JobWaiter {
  const waiting = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  let polling = false;

  function wake(jobId: string): void {
    for (const resolve of waiting.get(jobId) ?? []) resolve();
  }

  async function poll(jobIds: readonly string[]): Promise<void> {
    try {
      for (const jobId of await listEnded(jobIds)) wake(jobId);
    } catch (error) {
      // The next poll, a notification or the timeout ends the wait; the request itself then reports the
      // outage.
      log.warn({ error }, "cannot check for ended jobs");
    }
  }

  const timer = setInterval(() => {
    if (polling || waiting.size === 0) return;
    polling = true;
    void watchdog
      .watch("job waiter", async () => poll([...waiting.keys()]))
      .finally(() => {
        polling = false;
      });
  }, pollMs);
  timer.unref();
  listener.subscribe({
    onEvent: (jobId, type) => {
      if (isEndEvent(type)) wake(jobId);
    },
  });

  return {
    async wait(jobId, { organizationId, timeoutMs, signal }) {
      const over = AbortSignal.any([signal, closing.signal, AbortSignal.timeout(timeoutMs)]);
      if (over.aborted) return;
      const freePlace = held.hold(organizationId);
      const { promise, resolve } = Promise.withResolvers<void>();
      const resolvers = waiting.get(jobId) ?? new Set();
      waiting.set(jobId, resolvers.add(resolve));
      over.addEventListener("abort", () => resolve(), { once: true });
      // The job may have ended between the caller's lookup and now.
      void poll([jobId]);
      await promise;
      resolvers.delete(resolve);
      if (resolvers.size === 0) waiting.delete(jobId);
      freePlace();
    },
    close() {
      clearInterval(timer);
      closing.abort();
    },
  };
}

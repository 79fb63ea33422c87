import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";
import type { Logger } from "pino";

/** Lets requests wait for the end of a job (`Prefer: wait`). */
export interface JobWaiter {
  /**
   * Resolves when the job has ended, the time is over or the signal is aborted, whichever is first.
   * Which of them it was, the job's row says.
   */
  wait(jobId: string, options: { timeoutMs: number; signal: AbortSignal }): Promise<void>;
  close(): Promise<void>;
}

const pollMs = 1_000;
const reconnectMs = 1_000;

/**
 * PostgreSQL notifies of each job that ends (trigger `jobs_ended`); one connection of the process
 * listens. Whatever a broken connection misses, a look at the rows finds each second, so a
 * notification is only the faster way.
 */
export function createJobWaiter({
  url,
  listEnded,
  log,
}: {
  url: string;
  /** Which of these jobs have ended. */
  listEnded: (jobIds: readonly string[]) => Promise<readonly string[]>;
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
      // The next look, a notification or the deadline answers; the request itself will meet the outage.
      log.warn({ error }, "waiting requests could not look for ended jobs");
    }
  }

  const timer = setInterval(() => {
    if (polling || waiting.size === 0) return;
    polling = true;
    void poll([...waiting.keys()]).finally(() => {
      polling = false;
    });
  }, pollMs);
  timer.unref();

  const listener = listen({ url, onEnded: wake, log, signal: closing.signal });

  return {
    async wait(jobId, { timeoutMs, signal }) {
      const over = AbortSignal.any([signal, closing.signal, AbortSignal.timeout(timeoutMs)]);
      if (over.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const resolvers = waiting.get(jobId) ?? new Set();
      waiting.set(jobId, resolvers.add(resolve));
      over.addEventListener("abort", () => resolve(), { once: true });
      // It may have ended between the caller's look and now.
      void poll([jobId]);
      await promise;
      resolvers.delete(resolve);
      if (resolvers.size === 0) waiting.delete(jobId);
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await listener;
    },
  };
}

/** Listens until the signal; a connection that breaks is made again. */
async function listen({
  url,
  onEnded,
  log,
  signal,
}: {
  url: string;
  onEnded: (jobId: string) => void;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  while (!signal.aborted) {
    const client = new Client({ connectionString: url, application_name: "gme-job-waiter" });
    const broken = new Promise<void>((resolve) => {
      client.once("end", resolve);
      client.once("error", () => resolve());
    });
    // An error after the connection broke has nobody else to hear it, and would end the process.
    client.on("error", () => undefined);
    client.on("notification", ({ payload }) => onEnded(payload ?? ""));
    try {
      await client.connect();
      await client.query("listen job_ended");
      await Promise.race([broken, stopped]);
    } catch (error) {
      log.warn({ error }, "cannot listen for ended jobs; rows are looked at instead");
    }
    client.end().catch(() => undefined);
    if (!signal.aborted) await delay(reconnectMs, undefined, { signal }).catch(() => undefined);
  }
}

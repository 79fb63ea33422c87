import type { Logger } from "pino";

import type { Caller } from "#db/caller.ts";
import { addRequestCounts, type RequestCount } from "#db/organizations/request-usage.ts";
import type { MikroORM } from "#db/orm.ts";
import type { Watchdog } from "#runtime/watchdog.ts";

const flushMs = 2_000;

export interface UsageRecorder {
  record(caller: Caller): void;
  /** Writes the remaining counts. Call it before the database is closed; nothing is counted afterwards. */
  close(): Promise<void>;
}

/**
 * Counts requests by caller and day in memory and writes them in batches, so that a request costs no write. A
 * crash loses at most the last seconds; a failed batch is written with the next one.
 */
export function createUsageRecorder({
  orm,
  watchdog,
  log,
}: {
  orm: MikroORM;
  watchdog: Watchdog;
  log: Logger;
}): UsageRecorder {
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;
  let counts = new Map<string, RequestCount>();
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    timer = null;
    const batch = counts;
    counts = new Map();
    if (batch.size === 0) return;
    try {
      await addRequestCounts(orm.em.fork(), [...batch.values()]);
    } catch (error) {
      // Usage is informational; readiness reports a database outage.
      log.warn({ error }, "cannot store request counts; waiting for the database");
      for (const count of batch.values()) add(count);
      arm();
    }
  }

  function arm(): void {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      writing = watchdog.watch("usage recorder", flush);
    }, flushMs);
    timer.unref();
  }

  function add(count: RequestCount): void {
    const { organizationId, accountId, apiKeyId, day } = count;
    const name = [organizationId, day, accountId, apiKeyId ?? ""].join(" ");
    const requests = (counts.get(name)?.requests ?? 0) + count.requests;
    counts.set(name, { ...count, requests });
  }

  return {
    record({ organizationId, accountId, apiKeyId }) {
      if (isClosed) return;
      const lastUsedAt = new Date();
      const day = lastUsedAt.toISOString().slice(0, 10);
      add({ organizationId, accountId, apiKeyId, day, requests: 1, lastUsedAt });
      arm();
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await writing;
      await flush();
    },
  };
}

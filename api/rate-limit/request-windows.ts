import type { Logger } from "pino";
import { RateLimiterMemory, type RateLimiterAbstract } from "rate-limiter-flexible";

import { batchByKey } from "#runtime/batches.ts";

import { countMax, hourSeconds, type SharedCounters } from "./shared-counters.ts";

/** Total of a counter; `insured` is true when this process counted alone. */
interface Count {
  readonly total: number;
  readonly insured: boolean;
}

/** Hourly window of one client. `used` may exceed `limit`: refused requests count, too. */
export interface RequestWindow {
  /** Client and hour, which name the counter. */
  readonly key: string;
  /** Limit of the client, or this process's share of it while the store is down. */
  readonly limit: number;
  readonly used: number;
  /** Unix seconds. Windows are clock hours, so all processes agree on it. */
  readonly resetsAt: number;
  /** At least 1. */
  readonly resetsInSeconds: number;
  /** True when this process counted alone, because the store was down. */
  readonly insured: boolean;
}

export interface RequestWindows {
  /** Counts one request with one statement; never fails. */
  spend(subject: string, limit: number): Promise<RequestWindow>;
  /** Refunds the request that `spend` counted. */
  giveBack(window: RequestWindow): Promise<RequestWindow>;
  /** Reads the window without counting. */
  peek(subject: string, limit: number): Promise<RequestWindow>;
  readonly insurance: InsuranceState;
  /** Stops probing the store. The caller closes the counters. */
  close(): void;
}

/** State of the fallback to memory, for metrics. */
export interface InsuranceState {
  readonly store: SharedCounters["store"];
  readonly isStoreDown: boolean;
  readonly outages: number;
  readonly insuredRequests: number;
}

/**
 * Share of each limit that a process allows on its own while the store is down, at least one request. With
 * four processes, an outage adds at most one limit.
 */
const insuredShare = 1 / 4;
const probeMs = 500;

/**
 * Hourly windows, counted exactly in a store that all processes share. While the store is down, each process
 * counts in memory and allows a share of each limit: an outage neither blocks every client nor lifts the
 * limits. The beginning and the end of an outage are logged.
 */
export function createRequestWindows({
  counters,
  log,
  now = Date.now,
}: {
  counters: SharedCounters;
  log: Logger;
  now?: () => number;
}): RequestWindows {
  const memory = new RateLimiterMemory({ points: countMax, duration: hourSeconds });
  const { limiter: shared, store } = counters;
  let outages = 0;
  let insuredRequests = 0;
  /** Set while the store is down. */
  let probe: NodeJS.Timeout | null = null;
  let isClosed = false;

  async function count(use: (limiter: RateLimiterAbstract) => Promise<number>): Promise<Count> {
    if (probe === null) {
      try {
        return { total: await use(shared), insured: false };
      } catch (error) {
        beginOutage(error);
      }
    }
    insuredRequests += 1;
    return { total: await use(memory), insured: true };
  }

  function beginOutage(error: unknown): void {
    if (probe !== null) return;
    outages += 1;
    // Logs the message only: driver errors contain the sent values, which may include a password.
    const reason = error instanceof Error ? error.message : "";
    log.error({ store, reason }, "rate limit store unavailable; counting in memory");
    lookLater(performance.now());
  }

  /** A timer probes a store that is down, so that no request waits for it. */
  function lookLater(sinceMs: number): void {
    probe = setTimeout(() => void look(sinceMs), probeMs);
    probe.unref();
  }

  async function look(sinceMs: number): Promise<void> {
    try {
      await shared.get("probe");
    } catch {
      if (!isClosed) lookLater(sinceMs);
      return;
    }
    probe = null;
    const seconds = Math.round((performance.now() - sinceMs) / 1_000);
    log.warn({ store, seconds }, "rate limit store available again");
  }

  /** The requests of a busy client share a count, so that they do not queue for one row. Each gets a total of its own. */
  const add = batchByKey(async (key, requests: readonly null[]) => {
    const points = requests.length;
    const { total, insured } = await count(
      async (limiter) => (await limiter.consume(key, points)).consumedPoints,
    );
    return requests.map((_, index) => ({ total: total - points + index + 1, insured }));
  });

  function toWindow(key: string, limit: number, { total, insured }: Count): RequestWindow {
    const resetsAt = (hourOf(key) + 1) * hourSeconds;
    return {
      key,
      limit: insured ? Math.max(1, Math.floor(limit * insuredShare)) : limit,
      used: Math.max(0, total),
      resetsAt,
      resetsInSeconds: Math.max(1, resetsAt - Math.floor(now() / 1_000)),
      insured,
    };
  }

  const keyOf = (subject: string) => `${subject}@${Math.floor(now() / 1_000 / hourSeconds)}`;

  return {
    async spend(subject, limit) {
      const key = keyOf(subject);
      return toWindow(key, limit, await add(key, null));
    },
    async giveBack(window) {
      // A request counted in one store cannot be refunded in the other.
      const limiter = window.insured ? memory : shared;
      if (!window.insured && probe !== null) return window;
      try {
        const used = await takeBack(limiter, window.key);
        return { ...window, used };
      } catch (error) {
        beginOutage(error);
        return window;
      }
    },
    async peek(subject, limit) {
      const key = keyOf(subject);
      const found = await count(async (limiter) => (await limiter.get(key))?.consumedPoints ?? 0);
      return toWindow(key, limit, found);
    },
    insurance: {
      store,
      get isStoreDown() {
        return probe !== null;
      },
      get outages() {
        return outages;
      },
      get insuredRequests() {
        return insuredRequests;
      },
    },
    close() {
      isClosed = true;
      if (probe !== null) clearTimeout(probe);
    },
  };
}

/** After the store has lost its counts, a refund would make the counter negative; resets it to zero. */
async function takeBack(limiter: RateLimiterAbstract, key: string): Promise<number> {
  const { consumedPoints } = await limiter.reward(key);
  if (consumedPoints >= 0) return consumedPoints;
  return (await limiter.penalty(key, -consumedPoints)).consumedPoints;
}

function hourOf(key: string): number {
  return Number(key.slice(key.lastIndexOf("@") + 1));
}

export function remainingOf({ limit, used }: RequestWindow): number {
  return Math.max(0, limit - used);
}

export function isOver({ limit, used }: RequestWindow): boolean {
  return used > limit;
}

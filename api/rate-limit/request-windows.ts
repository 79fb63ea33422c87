import type { Logger } from "pino";
import { RateLimiterMemory, type RateLimiterAbstract } from "rate-limiter-flexible";

import { coalesceCounts, type Count } from "./coalesce.ts";
import { countMax, hourSeconds, type SharedCounters } from "./shared-counters.ts";

/** One client's hour. `used` may be over `limit`: refused requests count, too. */
export interface RequestWindow {
  /** Client and hour: where it was counted, and where it can be given back. */
  readonly key: string;
  /** The client's limit, or the share of it that this process allows while the store is down. */
  readonly limit: number;
  readonly used: number;
  /** Unix seconds. Windows are clock hours, so every process names the same moment. */
  readonly resetsAt: number;
  /** At least 1. */
  readonly resetsInSeconds: number;
  /** Whether this process counted alone, because the store was down. */
  readonly insured: boolean;
}

export interface RequestWindows {
  /** Counts one request. One statement; never fails. */
  spend(subject: string, limit: number): Promise<RequestWindow>;
  /** Takes the request back that `spend` counted. */
  giveBack(window: RequestWindow): Promise<RequestWindow>;
  /** Looks without counting. */
  peek(subject: string, limit: number): Promise<RequestWindow>;
  readonly insurance: InsuranceState;
  /** Ends what looks for the store. The counters are the caller's to close. */
  close(): void;
}

/** For metrics. */
export interface InsuranceState {
  readonly store: SharedCounters["store"];
  readonly isStoreDown: boolean;
  readonly outages: number;
  readonly insuredRequests: number;
}

/**
 * The part of each limit that a process allows by itself while the store is down. So an outage adds
 * no more than one limit with four processes; at least one request passes in each.
 */
const insuredShare = 1 / 4;
const probeMs = 500;

/**
 * Hourly windows, counted exactly in a store that all processes share. While it is down, each process
 * counts by itself in memory and allows a share of each limit, so that an outage neither locks
 * everybody out nor lets everything through. An outage is logged when it begins and when it ends.
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
    // The message only: errors of drivers carry what was sent, which may be a password.
    const reason = error instanceof Error ? error.message : "";
    log.error({ store, reason }, "rate limits are counted in memory: the store failed");
    lookLater(performance.now());
  }

  /** No request waits for a store that is down: a timer looks whether it is back. */
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
    log.warn({ store, seconds }, "rate limits are shared again: the store is back");
  }

  const add = coalesceCounts(async (key, points) =>
    count(async (limiter) => (await limiter.consume(key, points)).consumedPoints),
  );

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
      return toWindow(key, limit, await add(key));
    },
    async giveBack(window) {
      // What another store counted is not there to be taken back.
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

/** A store that lost its counts in between has nothing to give: a count below zero would be a gift. */
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

import type { Pool } from "pg";
import type { Logger } from "pino";
import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";

import { coalesceCounts } from "./coalesce.ts";

/** One client's hour. `used` may be over `limit`: refused requests count, too. */
export interface RequestWindow {
  readonly subject: string;
  readonly limit: number;
  readonly used: number;
  /** Unix seconds. Windows are clock hours, so every process names the same moment. */
  readonly resetsAt: number;
}

export interface RequestWindows {
  /** Counts one request. One statement; never fails. */
  spend(subject: string, limit: number): Promise<RequestWindow>;
  /** Takes the request back that `spend` counted. */
  giveBack(window: RequestWindow): Promise<RequestWindow>;
  /** Looks without counting. */
  peek(subject: string, limit: number): Promise<RequestWindow>;
}

const hourSeconds = 3_600;
/** Limits differ by organization, so the limiter counts and the window decides. */
const countMax = 2_147_483_647;
const fallbackLogMs = 60_000;

/**
 * Hourly windows in PostgreSQL, shared by all processes. While the database cannot be reached, each
 * process counts by itself in memory, so that an outage neither locks everybody out nor lets
 * everything through.
 */
export function createRequestWindows({
  pool,
  log,
  now = Date.now,
}: {
  pool: Pool;
  log: Logger;
  now?: () => number;
}): RequestWindows {
  const memory = new RateLimiterMemory({ points: countMax, duration: hourSeconds });
  const stored = new RateLimiterPostgres({
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: "",
    points: countMax,
    duration: hourSeconds,
  });
  let loggedAtMs = 0;

  async function withFallback<T>(count: (limiter: Limiter) => Promise<T>): Promise<T> {
    try {
      return await count(stored);
    } catch (error) {
      if (now() - loggedAtMs > fallbackLogMs) {
        loggedAtMs = now();
        log.error({ error }, "rate limits are counted in memory: the database failed");
      }
      return count(memory);
    }
  }

  const add = coalesceCounts(async (key, points) =>
    withFallback(async (limiter) => (await limiter.consume(key, points)).consumedPoints),
  );

  async function windowOf(
    subject: string,
    limit: number,
    count: (key: string) => Promise<number>,
  ): Promise<RequestWindow> {
    const hour = Math.floor(now() / 1_000 / hourSeconds);
    const used = Math.max(0, await count(`${subject}@${hour}`));
    return { subject, limit, used, resetsAt: (hour + 1) * hourSeconds };
  }

  return {
    spend: async (subject, limit) => windowOf(subject, limit, add),
    giveBack: async ({ subject, limit }) =>
      windowOf(subject, limit, async (key) =>
        withFallback(async (limiter) => (await limiter.reward(key)).consumedPoints),
      ),
    peek: async (subject, limit) =>
      windowOf(subject, limit, async (key) =>
        withFallback(async (limiter) => (await limiter.get(key))?.consumedPoints ?? 0),
      ),
  };
}

type Limiter = RateLimiterPostgres | RateLimiterMemory;

export function remainingOf({ limit, used }: RequestWindow): number {
  return Math.max(0, limit - used);
}

export function isOver({ limit, used }: RequestWindow): boolean {
  return used > limit;
}

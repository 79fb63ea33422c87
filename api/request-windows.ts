import type pg from "pg";
import type { Logger } from "pino";
import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";

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
  pool: pg.Pool;
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

  async function count(
    operation: "consume" | "reward" | "get",
    subject: string,
    limit: number,
  ): Promise<RequestWindow> {
    const hour = Math.floor(now() / 1_000 / hourSeconds);
    const key = `${subject}@${hour}`;
    const counter = await (async () => {
      try {
        return await run(stored, operation, key);
      } catch (error) {
        if (now() - loggedAtMs > fallbackLogMs) {
          loggedAtMs = now();
          log.error({ error }, "rate limits are counted in memory: the database failed");
        }
        return run(memory, operation, key);
      }
    })();
    return {
      subject,
      limit,
      used: Math.max(0, counter?.consumedPoints ?? 0),
      resetsAt: (hour + 1) * hourSeconds,
    };
  }

  return {
    spend: (subject, limit) => count("consume", subject, limit),
    giveBack: ({ subject, limit }) => count("reward", subject, limit),
    peek: (subject, limit) => count("get", subject, limit),
  };
}

export function remainingOf({ limit, used }: RequestWindow): number {
  return Math.max(0, limit - used);
}

export function isOver({ limit, used }: RequestWindow): boolean {
  return used > limit;
}

async function run(
  limiter: RateLimiterPostgres | RateLimiterMemory,
  operation: "consume" | "reward" | "get",
  key: string,
): Promise<{ consumedPoints: number } | null> {
  switch (operation) {
    case "consume":
      return limiter.consume(key);
    case "reward":
      return limiter.reward(key);
    case "get":
      return limiter.get(key);
  }
}

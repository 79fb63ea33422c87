import { once } from "node:events";

import { Pool } from "pg";
import type { Logger } from "pino";
import {
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterStoreAbstract,
} from "rate-limiter-flexible";

import { connectionSettings, dropBrokenConnections } from "#db/connection-settings.ts";

/** Store of counters that all API processes share. */
export interface SharedCounters {
  /** Name for logs; never the URL, which may contain a password. */
  readonly store: "PostgreSQL" | "Redis";
  readonly limiter: RateLimiterStoreAbstract;
  close(): Promise<void>;
}

export interface SharedCountersOptions {
  readonly databaseUrl: string;
  /** When set, Redis counts instead of PostgreSQL. */
  readonly redisUrl?: string | undefined;
  readonly redisKeyPrefix: string;
  /** Timeout of a count; the windows then fall back to memory. Default: 2 s, with Redis 500 ms. */
  readonly countMs?: number;
  readonly log: Logger;
}

export const hourSeconds = 3_600;
/** Limits differ by organization, so the store only counts and the window compares. */
export const countMax = 2_147_483_647;

/** Connects. Does not fail when the store is unreachable: the windows fall back to memory. */
export async function connectSharedCounters(
  options: SharedCountersOptions,
): Promise<SharedCounters> {
  const { redisUrl } = options;
  return redisUrl === undefined ? countInPostgres(options) : countInRedis({ ...options, redisUrl });
}

function countInPostgres({
  databaseUrl,
  countMs = 2_000,
  log,
}: SharedCountersOptions): SharedCounters {
  // A separate pool, so that requests waiting for row locks cannot delay rate limits.
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 4,
    application_name: "gme-rate-limits",
    ...connectionSettings({ silenceMs: countMs }),
    connectionTimeoutMillis: countMs,
    // An idle connection is silent as well: the pool closes it before it counts as broken.
    idleTimeoutMillis: countMs / 2,
  });
  dropBrokenConnections(pool);
  // Without a listener, a restart of PostgreSQL would end this process.
  pool.on("error", ({ message }) => log.warn({ reason: message }, "rate limit connection lost"));
  return {
    store: "PostgreSQL",
    limiter: new RateLimiterPostgres({
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: "",
      points: countMax,
      duration: hourSeconds,
    }),
    close: async () => pool.end(),
  };
}

const redisConnectMs = 2_000;
const redisReconnectMs = 1_000;

async function countInRedis({
  redisUrl,
  redisKeyPrefix,
  countMs = 500,
  log,
}: SharedCountersOptions & { redisUrl: string }): Promise<SharedCounters> {
  // Loading the client takes 80 ms of processor time, and most processes need none.
  const { Redis } = await import("ioredis");
  const client = new Redis(redisUrl, {
    connectionName: "gme-rate-limits",
    connectTimeout: redisConnectMs,
    commandTimeout: countMs,
    // Drops a connection to a server that does not respond; otherwise it would wait indefinitely.
    socketTimeout: 10 * countMs,
    // A count that fails now falls back to memory; a later retry would be too late.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, redisReconnectMs),
    // After a failover, the URL leads to another server.
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  });
  // Logs the message only: the library's errors contain the command, and for a failed authentication the
  // password.
  client.on("error", ({ message }: Error) => log.debug({ reason: message }, "Redis connection"));
  // Waits for the connection, so that the first requests do not fall back to memory.
  await once(client, "ready", { signal: AbortSignal.timeout(redisConnectMs) }).catch(
    () => undefined,
  );
  return {
    store: "Redis",
    limiter: new RateLimiterRedis({
      storeClient: client,
      keyPrefix: `${redisKeyPrefix}limits`,
      points: countMax,
      duration: hourSeconds,
      rejectIfRedisNotReady: true,
    }),
    close: async () => client.disconnect(),
  };
}

import { once } from "node:events";

import { Redis } from "ioredis";
import { Pool } from "pg";
import type { Logger } from "pino";
import {
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterStoreAbstract,
} from "rate-limiter-flexible";

import { connectionSettings, dropBrokenConnections } from "#db/connection-settings.ts";

/** What is counted, and where: a store that all API processes share. */
export interface SharedCounters {
  /** For logs: never an address, which may hold a password. */
  readonly store: "PostgreSQL" | "Redis";
  readonly limiter: RateLimiterStoreAbstract;
  close(): Promise<void>;
}

export interface SharedCountersOptions {
  readonly databaseUrl: string;
  /** With it, PostgreSQL counts nothing. */
  readonly redisUrl?: string | undefined;
  readonly redisKeyPrefix: string;
  readonly log: Logger;
}

export const hourSeconds = 3_600;
/** Limits differ by organization, so the store counts and the window decides. */
export const countMax = 2_147_483_647;

/** Connects, and does not fail when it cannot: the windows have an insurance for that. */
export async function connectSharedCounters(
  options: SharedCountersOptions,
): Promise<SharedCounters> {
  const { redisUrl } = options;
  return redisUrl === undefined ? countInPostgres(options) : countInRedis({ ...options, redisUrl });
}

/** No request waits longer for its count: the windows have an insurance. */
const countMs = 2_000;

function countInPostgres({ databaseUrl, log }: SharedCountersOptions): SharedCounters {
  // Of its own, so that a burst of requests that wait for rows cannot keep the limits waiting.
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 4,
    application_name: "gme-rate-limits",
    ...connectionSettings({ silenceMs: countMs }),
    connectionTimeoutMillis: countMs,
  });
  dropBrokenConnections(pool);
  // Without a listener, PostgreSQL's restart would end this process.
  pool.on("error", ({ message }) => log.warn({ reason: message }, "a rate limit connection broke"));
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
const redisCommandMs = 500;
const redisReconnectMs = 1_000;

async function countInRedis({
  redisUrl,
  redisKeyPrefix,
  log,
}: SharedCountersOptions & { redisUrl: string }): Promise<SharedCounters> {
  const client = new Redis(redisUrl, {
    connectionName: "gme-rate-limits",
    connectTimeout: redisConnectMs,
    commandTimeout: redisCommandMs,
    // A server that is there but does not answer is given up, else the connection would wait for ever.
    socketTimeout: 10 * redisCommandMs,
    // What cannot be counted now is insured at once; counting it later would be too late.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, redisReconnectMs),
    // After a failover, the address leads to another server.
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  });
  // The library's errors carry the command, and that of a refused sign-in is the password.
  client.on("error", ({ message }: Error) => log.debug({ reason: message }, "Redis connection"));
  // The first requests need not be insured when the server is there.
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

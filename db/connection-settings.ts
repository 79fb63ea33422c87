import { Socket } from "node:net";

import type { ClientConfig, Pool, PoolClient } from "pg";

const connectMs = 5_000;
/** Below the idle time-outs of common load balancers, so that none drops a connection that waits. */
const keepAliveMs = 10_000;
/** The server became a standby: what this connection leads to takes no writes any more. */
const readOnly = "25006";

/**
 * Settings of every connection to PostgreSQL. A connection on which the server is silent for
 * `silenceMs` is destroyed: after a fail-over an old connection may never get an answer, and whoever
 * waits for one would wait indefinitely. Limits of the server's own are in `session-defaults.ts`:
 * poolers such as PgBouncer refuse them as start-up parameters.
 */
export function connectionSettings({ silenceMs }: { silenceMs: number }) {
  return {
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    stream: () => createSocket(silenceMs),
  } satisfies ClientConfig;
}

/** pg's own `query_timeout` leaves the connection open: the pool would give it to the next caller. */
function createSocket(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    const error = new Error(`PostgreSQL sent nothing for ${silenceMs} ms`);
    socket.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
  });
  return socket;
}

/** Removes connections from the pool that no statement can use any more, whoever holds them. */
export function dropBrokenConnections(pool: Pool): void {
  const held = new Set<PoolClient>();
  pool.on("acquire", (client) => held.add(client));
  pool.on("release", (_error, client) => held.delete(client));
  pool.on("connect", (client) => {
    endWhenReadOnly(client);
    client.once("end", () => {
      if (!held.has(client)) return;
      client.release(true);
      // Kysely does not release the connection of a transaction that it can neither begin nor roll
      // back; where it does, a second release would throw.
      client.release = () => undefined;
    });
  });
}

function endWhenReadOnly(client: PoolClient): void {
  const query = client.query.bind(client) as (...values: unknown[]) => unknown;
  client.query = ((...values: unknown[]) => {
    const result = query(...values);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (error instanceof Error && "code" in error && error.code === readOnly) void client.end();
      });
    }
    return result;
  }) as typeof client.query;
}

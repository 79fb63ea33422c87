import { Socket } from "node:net";

import type { ClientConfig, Pool, PoolClient } from "pg";

import { watchStatements } from "./watch-statements.ts";

const connectMs = 5_000;
/** Shorter than the idle timeouts of common load balancers, so that they keep idle connections open. */
const keepAliveMs = 10_000;
/** read_only_sql_transaction: the server of this connection became a standby. */
const readOnly = "25006";

/**
 * Settings of every connection to PostgreSQL. A connection on which the server is silent for
 * `silenceMs` is destroyed: after a fail-over, the server may never respond on an old connection, and
 * its statement would wait indefinitely. The server's limits are in `session-defaults.ts`, because
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

/** Replaces pg's `query_timeout`, which leaves the connection open for the next caller of the pool. */
function createSocket(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    const error = new Error(`PostgreSQL sent nothing for ${silenceMs} ms`);
    socket.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
  });
  return socket;
}

/** Removes broken connections from the pool, including those in use. */
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
      // back. If it does release it, the second release must not throw.
      client.release = () => undefined;
    });
  });
}

function endWhenReadOnly(client: PoolClient): void {
  watchStatements(client, {
    onFailure(error) {
      if (error instanceof Error && "code" in error && error.code === readOnly) void client.end();
    },
  });
}

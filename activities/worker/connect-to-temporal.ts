import { setTimeout as delay } from "node:timers/promises";

import { NativeConnection } from "@temporalio/worker";
import type { Logger } from "pino";

import { ConfigError } from "#config.ts";
import type { TemporalConnectionOptions } from "#temporal/connection-options.ts";
import { listMissingSearchAttributes } from "#temporal/search-attributes.ts";

const retryMs = 1_000;
/** Texts of the gRPC codes UNAUTHENTICATED and PERMISSION_DENIED. The connection's error has no code. */
const refusal = /does not have (valid authentication credentials|permission)/;

/**
 * Connects to Temporal. Retries until it is available and has the namespace, because Temporal may start after the worker or be
 * down temporarily. Throws `ConfigError` when only an operator can help: the server refuses the credentials, or the
 * namespace lacks search attributes, without which no workflow starts.
 */
export async function connectToTemporal(
  options: TemporalConnectionOptions,
  namespace: string,
  logger: Logger,
): Promise<NativeConnection> {
  for (;;) {
    try {
      return await connect(options, namespace);
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      const reason = error instanceof Error ? error.message : "";
      if (refusal.test(reason)) {
        throw new ConfigError(
          `Temporal at ${options.address} refuses the credentials: check TEMPORAL_API_KEY and the client certificate.`,
        );
      }
      logger.warn({ address: options.address, reason }, "waiting for Temporal");
      await delay(retryMs);
    }
  }
}

async function connect(
  options: TemporalConnectionOptions,
  namespace: string,
): Promise<NativeConnection> {
  const connection = await NativeConnection.connect(options);
  try {
    const missing = (await listMissingSearchAttributes(connection, namespace)) ?? [];
    if (missing.length > 0) {
      throw new ConfigError(
        `The Temporal namespace ${namespace} lacks the search attributes ${missing.join(", ")}. Run \`npm run temporal:setup\`.`,
      );
    }
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

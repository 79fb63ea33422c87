import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";
import type { Logger } from "pino";

import { connectionName } from "#db/connection-name.ts";
import { connectionSettings } from "#db/connection-settings.ts";
import type { Watchdog } from "#runtime/watchdog.ts";

const reconnectMs = 1_000;
/** Probes the connection: a connection that only listens would not notice the loss of its server. */
const probeMs = 5_000;
const silenceMs = 15_000;

/** Options common to all listeners of a process. */
export interface ListenerOptions {
  readonly url: string;
  readonly watchdog: Watchdog;
  readonly log: Logger;
}

interface Channel extends ListenerOptions {
  readonly channel: string;
  /** Start of the connection's `application_name`, for operators. */
  readonly name: string;
  readonly onNotice: (payload: string) => void;
  readonly onListening: () => void;
}

/**
 * Listens to a PostgreSQL channel until closed, and replaces a connection that breaks or falls silent.
 * Notifications in between are lost; `onListening` is called whenever listening begins.
 */
export function listenToDatabase(channel: Channel): { close(): Promise<void> } {
  const closing = new AbortController();
  const listening = listen(channel, closing.signal);
  return {
    async close() {
      closing.abort();
      await listening;
    },
  };
}

async function listen(channel: Channel, closed: AbortSignal): Promise<void> {
  while (!closed.aborted) {
    try {
      await listenUntilBroken(channel, closed);
    } catch (error) {
      if (closed.aborted) return;
      channel.log.warn(
        { error, channel: channel.channel },
        "cannot listen to the database; polling rows instead",
      );
    }
    await delay(reconnectMs, undefined, { signal: closed }).catch(() => undefined);
  }
}

/** Holds one connection. Always throws: when the connection breaks or the listener is closed. */
async function listenUntilBroken(
  { url, channel, name, onNotice, onListening, watchdog }: Channel,
  closed: AbortSignal,
): Promise<never> {
  const client = new Client({
    connectionString: url,
    application_name: connectionName(name),
    ...connectionSettings({ silenceMs }),
  });
  const broken = new AbortController();
  const over = AbortSignal.any([closed, broken.signal]);
  const end = () => void client.end().catch(() => undefined);
  // Also ends a pending query.
  over.addEventListener("abort", end, { once: true });
  client.once("end", () => broken.abort());
  // Errors may arrive repeatedly, and an unhandled error event would end the process.
  client.on("error", (error) => broken.abort(error));
  client.on("notification", ({ payload }) => onNotice(payload ?? ""));
  try {
    await watchdog.watch(name, async () => client.connect());
    await watchdog.watch(name, async () => client.query(`listen ${channel}`));
    onListening();
    for (;;) {
      await delay(probeMs, undefined, { signal: over, ref: false });
      await watchdog.watch(name, async () => client.query("select 1"));
    }
  } finally {
    end();
  }
}

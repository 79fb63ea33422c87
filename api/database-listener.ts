import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";
import type { Logger } from "pino";

import { connectionSettings } from "#db/connection-settings.ts";
import type { Watchdog } from "#process/watchdog.ts";

const reconnectMs = 1_000;
/** A connection that only listens would not notice that its server is gone. */
const probeMs = 5_000;
const silenceMs = 15_000;

/**
 * Listens to a channel of PostgreSQL until the signal; a connection that breaks or goes silent is made
 * again. What was said in between is lost: `onListening` is called each time that listening begins.
 */
export async function listenToDatabase({
  url,
  channel,
  name,
  onNotice,
  onListening = () => undefined,
  watchdog,
  log,
  signal,
}: {
  url: string;
  channel: string;
  /** Of the connection, for operators. */
  name: string;
  onNotice: (payload: string) => void;
  onListening?: () => void;
  watchdog: Watchdog;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const stopped = new Promise<true>((resolve) => {
    signal.addEventListener("abort", () => resolve(true), { once: true });
  });
  while (!signal.aborted) {
    const client = new Client({
      connectionString: url,
      application_name: name,
      ...connectionSettings({ silenceMs }),
    });
    const broken = new Promise<true>((resolve) => {
      client.once("end", () => resolve(true));
      client.once("error", () => resolve(true));
    });
    const ended = Promise.race([broken, stopped]);
    // An error after the connection broke has nobody else to hear it, and would end the process.
    client.on("error", () => undefined);
    client.on("notification", ({ payload }) => onNotice(payload ?? ""));
    const query = async (sql: string) =>
      watchdog.watch(name, async () => Promise.race([client.query(sql), ended]));
    try {
      await watchdog.watch(name, async () => client.connect());
      await query(`listen ${channel}`);
      onListening();
      while (!(await Promise.race([ended, delay(probeMs, false, { ref: false })]))) {
        await query("select 1");
      }
    } catch (error) {
      log.warn({ error, channel }, "cannot listen to the database; rows are looked at instead");
    }
    client.end().catch(() => undefined);
    if (!signal.aborted) await delay(reconnectMs, undefined, { signal }).catch(() => undefined);
  }
}

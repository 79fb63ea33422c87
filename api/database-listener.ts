import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";
import type { Logger } from "pino";

const reconnectMs = 1_000;

/**
 * Listens to a channel of PostgreSQL until the signal; a connection that breaks is made again. What
 * was said in between is lost: `onListening` is called each time that listening begins.
 */
export async function listenToDatabase({
  url,
  channel,
  name,
  onNotice,
  onListening = () => undefined,
  log,
  signal,
}: {
  url: string;
  channel: string;
  /** Of the connection, for operators. */
  name: string;
  onNotice: (payload: string) => void;
  onListening?: () => void;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  while (!signal.aborted) {
    const client = new Client({ connectionString: url, application_name: name, keepAlive: true });
    const broken = new Promise<void>((resolve) => {
      client.once("end", resolve);
      client.once("error", () => resolve());
    });
    // An error after the connection broke has nobody else to hear it, and would end the process.
    client.on("error", () => undefined);
    client.on("notification", ({ payload }) => onNotice(payload ?? ""));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      onListening();
      await Promise.race([broken, stopped]);
    } catch (error) {
      log.warn({ error, channel }, "cannot listen to the database; rows are looked at instead");
    }
    client.end().catch(() => undefined);
    if (!signal.aborted) await delay(reconnectMs, undefined, { signal }).catch(() => undefined);
  }
}

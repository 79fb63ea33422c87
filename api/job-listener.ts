import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";
import type { Logger } from "pino";

export interface JobListenerEvents {
  /** A job has a new event of this type. */
  readonly onEvent: (jobId: string, type: string) => void;
  /** Listening has begun, maybe again: what was told before may have been missed. */
  readonly onListening?: () => void;
}

/** Hears of changes of jobs from whichever process makes them. */
export interface JobListener {
  subscribe(events: JobListenerEvents): void;
  /** While it does not, rows must be looked at instead. */
  isListening(): boolean;
  close(): Promise<void>;
}

const reconnectMs = 1_000;

/**
 * PostgreSQL notifies of each event of a job but the first (trigger `jobs_changed`); one connection
 * of the process listens, and one that breaks is made again. A notification is only the faster way:
 * who subscribes must also look at the rows from time to time.
 */
export function createJobListener({ url, log }: { url: string; log: Logger }): JobListener {
  const subscribers: JobListenerEvents[] = [];
  const closing = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    closing.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  let isListening = false;

  function tell(payload: string): void {
    const [jobId = "", type = ""] = payload.split(" ", 2);
    for (const { onEvent } of subscribers) onEvent(jobId, type);
  }

  async function listenOnce(): Promise<void> {
    const client = new Client({
      connectionString: url,
      application_name: "gme-job-listener",
      keepAlive: true,
    });
    const broken = new Promise<void>((resolve) => {
      client.once("end", resolve);
      client.once("error", () => resolve());
    });
    // An error after the connection broke has nobody else to hear it, and would end the process.
    client.on("error", () => undefined);
    client.on("notification", ({ payload }) => tell(payload ?? ""));
    try {
      await client.connect();
      await client.query("listen job_event");
      isListening = true;
      for (const { onListening } of subscribers) onListening?.();
      await Promise.race([broken, stopped]);
    } catch (error) {
      log.warn({ error }, "cannot listen for changes of jobs; rows are looked at instead");
    }
    isListening = false;
    client.end().catch(() => undefined);
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce();
      await delay(reconnectMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  const listening = listen();
  return {
    subscribe: (events) => void subscribers.push(events),
    isListening: () => isListening,
    async close() {
      closing.abort();
      await listening;
    },
  };
}

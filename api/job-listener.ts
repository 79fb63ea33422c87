import type { Logger } from "pino";

import type { Watchdog } from "#process/watchdog.ts";

import { listenToDatabase } from "./database-listener.ts";

export interface JobListenerEvents {
  /** A job has a new event of this type. */
  readonly onEvent: (jobId: string, type: string) => void;
  /** Listening has begun, maybe again: what was told before may have been missed. */
  readonly onListening?: () => void;
}

/** Hears of changes of jobs from whichever process makes them. */
export interface JobListener {
  subscribe(events: JobListenerEvents): void;
  close(): Promise<void>;
}

/**
 * PostgreSQL notifies of each event of a job but the first (trigger `jobs_changed`); one connection
 * of the process listens. A notification is only the faster way: who subscribes must also look at
 * the rows from time to time.
 */
export function createJobListener({
  url,
  watchdog,
  log,
}: {
  url: string;
  watchdog: Watchdog;
  log: Logger;
}): JobListener {
  const subscribers: JobListenerEvents[] = [];
  const closing = new AbortController();
  const listening = listenToDatabase({
    url,
    channel: "job_event",
    name: "gme-job-listener",
    onNotice(payload) {
      const [jobId = "", type = ""] = payload.split(" ", 2);
      for (const { onEvent } of subscribers) onEvent(jobId, type);
    },
    onListening() {
      for (const { onListening } of subscribers) onListening?.();
    },
    watchdog,
    log,
    signal: closing.signal,
  });
  return {
    subscribe: (events) => {
      subscribers.push(events);
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}

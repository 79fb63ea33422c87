import { type ListenerOptions, listenToDatabase } from "./database-listener.ts";

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
export function createJobListener(options: ListenerOptions): JobListener {
  const subscribers: JobListenerEvents[] = [];
  const listener = listenToDatabase({
    ...options,
    channel: "job_event",
    name: "gme-job-listener",
    onNotice(payload) {
      const [jobId = "", type = ""] = payload.split(" ", 2);
      for (const { onEvent } of subscribers) onEvent(jobId, type);
    },
    onListening() {
      for (const { onListening } of subscribers) onListening?.();
    },
  });
  return {
    close: async () => listener.close(),
    subscribe: (events) => {
      subscribers.push(events);
    },
  };
}

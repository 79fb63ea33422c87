import { betweenChanges, jobEventChannel } from "#db/forward-notices.ts";

import { type ListenerOptions, listenToDatabase } from "./database-listener.ts";

export interface JobListenerEvents {
  /** A job has a new event of this type, or a `listen:` webhook has a new delivery (`webhook.delivery`). */
  readonly onEvent: (subject: string, type: string, organizationId: string) => void;
  /** Listening has begun, maybe again: earlier notifications may have been missed. */
  readonly onListening?: () => void;
}

/** Receives changes of jobs from all processes. */
export interface JobListener {
  subscribe(events: JobListenerEvents): void;
  close(): Promise<void>;
}

/**
 * Listens on one connection of the process to the notifications of job events (`db/forward-notices.ts`), which omit a
 * job's first event, and of deliveries that wait for a reader. A notification is only the fast path: subscribers must
 * also poll the rows.
 */
export function createJobListener(options: ListenerOptions): JobListener {
  const subscribers: JobListenerEvents[] = [];
  const listener = listenToDatabase({
    ...options,
    channel: jobEventChannel,
    name: "gme-job-listener",
    onNotice(payload) {
      for (const change of payload.split(betweenChanges)) {
        const [subject = "", type = "", organizationId = ""] = change.split(" ", 3);
        for (const { onEvent } of subscribers) onEvent(subject, type, organizationId);
      }
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

import { setImmediate } from "node:timers/promises";

import type { Logger } from "pino";

import type { Watchdog } from "#runtime/watchdog.ts";

/** Reads the topics that may have changed: one read at a time, each for many topics and all their streams. */
export interface DueTopics {
  wake(topics: Iterable<string>): void;
}

const topicsPerRead = 500;

/** `read` returns the topics that have more to read. Topics of a failed read are polled again within 3 seconds. */
export function createDueTopics({
  name,
  watchdog,
  log,
  isOpen,
  read,
}: {
  name: string;
  watchdog: Watchdog;
  log: Logger;
  isOpen: (topic: string) => boolean;
  read: (topics: readonly string[]) => Promise<Iterable<string>>;
}): DueTopics {
  const due = new Set<string>();
  let isReading = false;

  async function readDue(beat: () => void): Promise<void> {
    isReading = true;
    // Notifications arrive in bursts; collect them first.
    await setImmediate();
    while (due.size > 0) {
      beat();
      const topics = [...due].slice(0, topicsPerRead);
      for (const topic of topics) due.delete(topic);
      try {
        for (const topic of await read(topics)) due.add(topic);
      } catch (error) {
        log.warn({ error }, "cannot read events for open streams");
        due.clear();
      }
    }
    isReading = false;
  }

  return {
    wake(topics) {
      for (const topic of topics) if (isOpen(topic)) due.add(topic);
      if (due.size > 0 && !isReading) void watchdog.watch(name, readDue);
    },
  };
}

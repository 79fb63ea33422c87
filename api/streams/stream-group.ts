import type { Logger } from "pino";

import type { Watchdog } from "#runtime/watchdog.ts";

import { createDueTopics, type DueTopics } from "./due-topics.ts";
import type { EventStream, StreamRequest } from "./event-stream.ts";

/** Streams of one kind, by topic. */
export interface StreamGroup<Request extends StreamRequest<unknown>> {
  readonly due: DueTopics;
  add(stream: EventStream<Request>): void;
  remove(stream: EventStream<Request>): void;
  topics(): Iterable<string>;
  list(): EventStream<Request>[];
  /** Polls and sends heartbeats; called each second. */
  tick(ticks: number): void;
}

const ticksPerBeat = 15;
/** Polls each topic, in case a notification was lost, and for changes that send none. */
const ticksPerLook = 3;

export function createStreamGroup<Request extends StreamRequest<unknown>>({
  name,
  readWith,
  heartbeat,
  watchdog,
  log,
}: {
  name: string;
  readWith: (
    readyStreamsOf: (topic: string) => readonly EventStream<Request>[],
  ) => (topics: readonly string[]) => Promise<Iterable<string>>;
  heartbeat: (position: Request["position"]) => string;
  watchdog: Watchdog;
  log: Logger;
}): StreamGroup<Request> {
  const streamsOf = new Map<string, Set<EventStream<Request>>>();
  const due = createDueTopics({
    name,
    watchdog,
    log,
    isOpen: (topic) => streamsOf.has(topic),
    read: readWith((topic) =>
      [...(streamsOf.get(topic) ?? [])].filter((stream) => stream.isReady()),
    ),
  });
  return {
    due,
    add(stream) {
      const { topic } = stream.request;
      const streams = streamsOf.get(topic) ?? new Set();
      streamsOf.set(topic, streams.add(stream));
    },
    remove(stream) {
      const { topic } = stream.request;
      const streams = streamsOf.get(topic);
      if (streams?.delete(stream) === true && streams.size === 0) streamsOf.delete(topic);
    },
    topics: () => streamsOf.keys(),
    list: () => [...streamsOf.values()].flatMap((streams) => [...streams]),
    tick(ticks) {
      for (const [topic, streams] of streamsOf) {
        const [first] = streams;
        if ((ticks + (first?.turn ?? 0)) % ticksPerLook === 0) due.wake([topic]);
        for (const stream of streams) {
          if ((ticks + stream.turn) % ticksPerBeat === 0) stream.beat(heartbeat(stream.position()));
        }
      }
    },
  };
}

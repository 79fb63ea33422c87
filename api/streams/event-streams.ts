import type { Readable } from "node:stream";

import type { Logger } from "pino";

import type { HeldConnections } from "#api/http/held-connections.ts";
import type { MikroORM } from "#db/orm.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import type { Watchdog } from "#runtime/watchdog.ts";

import type { CredentialChanges } from "./credential-changes.ts";
import { createEventReader } from "./event-reader.ts";
import { createEventStream, type EventStream, type EventStreamRequest } from "./event-stream.ts";
import type { JobListener } from "./job-listener.ts";

/** Open event streams of this process. */
export interface EventStreams {
  /**
   * Streams the events of a job after a position as Server-Sent Events, until its last event. Throws
   * `streams_limited` or `overloaded` at the limits of open streams.
   */
  open(request: EventStreamRequest): Readable;
  count(): number;
  /** Bytes that readers have not taken yet; bounded per reader. */
  unreadBytes(): number;
  /** Closes all streams, and later ones immediately; readers reconnect to another process. */
  close(): void;
}

/** One timer serves all streams. Each has its own offset, so that the work is spread over seconds. */
const tickMs = 1_000;
const ticksPerBeat = 15;
/** Polls each stream, in case a notification was lost. */
const ticksPerLook = 3;
/** Checks each stream's credential, in case a notification of its revocation was lost. */
const ticksPerConfirmation = 10;
/** Spreads the reconnections of readers whose streams were closed. */
const returnMs = { min: 500, max: 3_000 };

export function createEventStreams({
  orm,
  listener,
  credentialChanges,
  held,
  watchdog,
  log,
}: {
  orm: MikroORM;
  listener: Pick<JobListener, "subscribe">;
  credentialChanges: Pick<CredentialChanges, "subscribe">;
  held: HeldConnections;
  watchdog: Watchdog;
  log: Logger;
}): EventStreams {
  const streamsOf = new Map<string, Set<EventStream>>();
  const reader = createEventReader({ orm, watchdog, log, streamsOf });
  let opened = 0;
  let count = 0;
  let ticks = 0;
  let isClosed = false;

  const timer = setInterval(() => {
    ticks += 1;
    for (const stream of listStreams(streamsOf)) {
      const turn = ticks + stream.turn;
      if (turn % ticksPerBeat === 0) stream.beat();
      if (turn % ticksPerConfirmation === 0) void confirm(stream);
      if (turn % ticksPerLook === 0) reader.wake([stream.request.jobId]);
    }
  }, tickMs);
  timer.unref();
  listener.subscribe({
    onEvent: (jobId) => reader.wake([jobId]),
    onListening: () => reader.wake(streamsOf.keys()),
  });
  credentialChanges.subscribe((isStale) => {
    for (const stream of listStreams(streamsOf)) {
      // Runs after the lookup caches have handled the same notification.
      if (isStale(stream.request.caller)) setImmediate(() => void confirm(stream));
    }
  });

  function add(stream: EventStream): void {
    const { jobId } = stream.request;
    const streams = streamsOf.get(jobId) ?? new Set();
    streamsOf.set(jobId, streams.add(stream));
    count += 1;
  }

  function remove(stream: EventStream): void {
    const { jobId } = stream.request;
    const streams = streamsOf.get(jobId);
    if (streams?.delete(stream) !== true) return;
    if (streams.size === 0) streamsOf.delete(jobId);
    count -= 1;
  }

  return {
    open(request) {
      const freePlace = held.hold(request.caller.organizationId);
      opened += 1;
      const stream = createEventStream(request, {
        turn: opened,
        onReady: () => reader.wake([request.jobId]),
        onClosed: () => {
          freePlace();
          remove(stream);
        },
      });
      add(stream);
      if (isClosed) leave(stream);
      else reader.wake([request.jobId]);
      return stream.body;
    },
    count: () => count,
    unreadBytes: () =>
      listStreams(streamsOf).reduce((sum, { body }) => sum + body.readableLength, 0),
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const stream of listStreams(streamsOf)) leave(stream);
    },
  };
}

function listStreams(streamsOf: ReadonlyMap<string, ReadonlySet<EventStream>>): EventStream[] {
  return [...streamsOf.values()].flatMap((streams) => [...streams]);
}

function leave(stream: EventStream): void {
  stream.leave(Math.round(returnMs.min + Math.random() * (returnMs.max - returnMs.min)));
}

async function confirm(stream: EventStream): Promise<void> {
  try {
    await stream.request.confirmAccess();
  } catch (error) {
    // Other errors are failures of the engine and must not disconnect a reader.
    const status = error instanceof AppError ? errorCatalog[error.code].status : 500;
    if (status === 401 || status === 403) leave(stream);
  }
}

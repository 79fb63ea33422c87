import type { Readable } from "node:stream";

import type { Logger } from "pino";

import type { HeldConnections, HeldConnectionOptions } from "#api/http/held-connections.ts";
import type { MikroORM } from "#db/orm.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import type { Watchdog } from "#runtime/watchdog.ts";

import type { CredentialChanges } from "./credential-changes.ts";
import {
  type DeliverySigning,
  type DeliveryStreamRequest,
  positionText,
  readDeliveryEvents,
} from "./delivery-events.ts";
import { createEventStream, type EventStream, type StreamRequest } from "./event-stream.ts";
import { feedHeartbeat, type FeedStreamRequest, readFeedEvents } from "./feed-events.ts";
import { type JobStreamRequest, readJobEvents } from "./job-events.ts";
import type { JobListener } from "./job-listener.ts";
import { createStreamGroup, type StreamGroup } from "./stream-group.ts";

/** Open event streams of this process. */
export interface EventStreams {
  /**
   * Streams the events of a job after a position as Server-Sent Events, until its last event. Throws
   * `streams_limited` or `overloaded` at the limits of open streams.
   */
  openJob(request: JobStreamRequest): Readable;
  /** Streams the changes of an organization, without an end. Throws like `openJob`. */
  openFeed(request: FeedStreamRequest): Readable;
  /**
   * Streams the deliveries of a `listen:` webhook after a position, until the webhook is deleted. Throws like
   * `openJob`.
   */
  openDeliveries(request: DeliveryStreamRequest): Readable;
  count(): number;
  /** Bytes that readers have not taken yet; bounded per reader. */
  unreadBytes(): number;
  /** Closes all streams, and later ones immediately; readers reconnect to another process. */
  close(): void;
}

/** One timer serves all streams. Each has its own offset, so that the work is spread over seconds. */
const tickMs = 1_000;
/** Checks each stream's credential, in case a notification of its revocation was lost. */
const ticksPerConfirmation = 10;
/** Spreads the reconnections of readers whose streams were closed. */
const returnMs = { min: 500, max: 3_000 };

export function createEventStreams({
  orm,
  listener,
  credentialChanges,
  held,
  signing,
  watchdog,
  log,
}: {
  orm: MikroORM;
  listener: Pick<JobListener, "subscribe">;
  credentialChanges: Pick<CredentialChanges, "subscribe">;
  held: HeldConnections;
  signing: DeliverySigning;
  watchdog: Watchdog;
  log: Logger;
}): EventStreams {
  const jobs = createStreamGroup<JobStreamRequest>({
    name: "event reader",
    readWith: (readyStreamsOf) => readJobEvents({ orm, log, readyStreamsOf }),
    heartbeat: () => ":\n\n",
    watchdog,
    log,
  });
  const feeds = createStreamGroup<FeedStreamRequest>({
    name: "feed reader",
    readWith: (readyStreamsOf) => readFeedEvents({ orm, log, readyStreamsOf }),
    heartbeat: feedHeartbeat,
    watchdog,
    log,
  });
  const deliveries = createStreamGroup<DeliveryStreamRequest>({
    name: "delivery reader",
    readWith: (readyStreamsOf) => readDeliveryEvents({ orm, log, ...signing, readyStreamsOf }),
    heartbeat: positionText,
    watchdog,
    log,
  });
  let opened = 0;
  let ticks = 0;
  let isClosed = false;
  const listStreams = () => [...jobs.list(), ...feeds.list(), ...deliveries.list()];

  const timer = setInterval(() => {
    ticks += 1;
    for (const group of [jobs, feeds, deliveries]) group.tick(ticks);
    for (const stream of listStreams()) {
      if ((ticks + stream.turn) % ticksPerConfirmation === 0) void confirm(stream);
    }
  }, tickMs);
  timer.unref();
  listener.subscribe({
    onEvent(subject, _type, organizationId) {
      jobs.due.wake([subject]);
      deliveries.due.wake([subject]);
      feeds.due.wake([organizationId]);
    },
    onListening() {
      for (const group of [jobs, feeds, deliveries]) group.due.wake(group.topics());
    },
  });
  credentialChanges.subscribe((isStale) => {
    for (const stream of listStreams()) {
      // Runs after the lookup caches have handled the same notification.
      if (isStale(stream.request.caller)) setImmediate(() => void confirm(stream));
    }
  });

  function open<Request extends StreamRequest<unknown>>(
    group: StreamGroup<Request>,
    request: Request,
    { opening = "", ...options }: HeldConnectionOptions & { opening?: string } = {},
  ): Readable {
    const freePlace = held.hold(request.caller.organizationId, options);
    opened += 1;
    const stream = createEventStream(request, {
      turn: opened,
      onReady: () => group.due.wake([request.topic]),
      onClosed: () => {
        freePlace();
        group.remove(stream);
      },
    });
    group.add(stream);
    stream.write({ text: opening, position: request.position, isEnd: false });
    if (isClosed) leave(stream);
    else group.due.wake([request.topic]);
    return stream.body;
  }

  return {
    openJob: (request) => open(jobs, request),
    openFeed: (request) => {
      const { apiKeyId, accountId } = request.caller;
      return open(feeds, request, { person: apiKeyId ?? accountId });
    },
    openDeliveries: (request) => {
      const { apiKeyId, accountId } = request.caller;
      const person = apiKeyId ?? accountId;
      return open(deliveries, request, { person, opening: positionText(request.position) });
    },
    count: () => listStreams().length,
    unreadBytes: () => listStreams().reduce((sum, { body }) => sum + body.readableLength, 0),
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const stream of listStreams()) leave(stream);
    },
  };
}

function leave(stream: Pick<EventStream<StreamRequest<unknown>>, "leave">): void {
  stream.leave(Math.round(returnMs.min + Math.random() * (returnMs.max - returnMs.min)));
}

async function confirm(
  stream: Pick<EventStream<StreamRequest<unknown>>, "leave" | "request">,
): Promise<void> {
  try {
    await stream.request.confirmAccess();
  } catch (error) {
    // Other errors are failures of the engine and must not disconnect a reader.
    const status = error instanceof AppError ? errorCatalog[error.code].status : 500;
    if (status === 401 || status === 403) leave(stream);
  }
}

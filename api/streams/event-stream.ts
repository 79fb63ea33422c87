import { Readable } from "node:stream";

import type { Caller } from "#db/caller.ts";

/** Event as serialized for the stream. */
export interface EventText {
  readonly sequence: number;
  readonly isEnd: boolean;
  readonly text: string;
}

export interface EventStreamRequest {
  readonly jobId: string;
  /** Sequence of the last event that the reader has. */
  readonly after: number;
  readonly caller: Caller;
  /** Throws the error that the same request would get now. */
  readonly confirmAccess: () => Promise<void>;
}

/** Stream of a job's events to one reader. Keeps a position in the log, not a queue of events. */
export interface EventStream {
  readonly request: EventStreamRequest;
  readonly body: Readable;
  /** Serial number within the process; spreads the periodic work of the streams over time. */
  readonly turn: number;
  /** Sequence of the last event written. */
  after(): number;
  /** Returns false while the reader is behind, and after the end. */
  isReady(): boolean;
  /** Writes the events that the reader does not have yet; their sequence must have no gap. */
  write(events: readonly EventText[]): void;
  /**
   * Sends a heartbeat, which shows proxies and the reader that the connection is alive. Closes the stream of
   * a reader that has taken nothing for `beatsMax` heartbeats.
   */
  beat(): void;
  /**
   * Closes the stream before the job's end; the reader reconnects after `retryMs` and gets the remaining
   * events.
   */
  leave(retryMs: number): void;
}

/** Unread bytes above which no more events are read for a reader. */
const unreadBytesMax = 16_384;
const beatsMax = 4;
/** Time after which a reader reconnects when its connection breaks. */
const retryMs = 2_000;

/**
 * Calls `onReady` when a reader that was behind can take more, and `onClosed` once, however the stream ends.
 */
export function createEventStream(
  request: EventStreamRequest,
  { turn, onReady, onClosed }: { turn: number; onReady: () => void; onClosed: () => void },
): EventStream {
  let { after } = request;
  let isFull = false;
  let isEnded = false;
  let missedBeats = 0;
  const body = new Readable({
    highWaterMark: unreadBytesMax,
    read() {
      missedBeats = 0;
      if (!isFull) return;
      isFull = false;
      onReady();
    },
    destroy(error, callback) {
      isEnded = true;
      onClosed();
      callback(error);
    },
  });

  function push(text: string): void {
    if (!body.push(text)) isFull = true;
  }
  function end(): void {
    isEnded = true;
    body.push(null);
  }

  push(`retry: ${retryMs}\n\n`);
  return {
    request,
    body,
    turn,
    after: () => after,
    isReady: () => !isFull && !isEnded,
    write(events) {
      const news = events.filter(({ sequence }) => sequence > after);
      const last = news.at(-1);
      if (last === undefined || isEnded) return;
      after = last.sequence;
      push(news.map(({ text }) => text).join(""));
      if (last.isEnd) end();
    },
    beat() {
      if (!isFull && !isEnded) {
        push(":\n\n");
        return;
      }
      missedBeats += 1;
      if (missedBeats >= beatsMax) body.destroy();
    },
    leave(milliseconds) {
      if (isEnded) return;
      push(`retry: ${milliseconds}\n\n`);
      end();
    },
  };
}

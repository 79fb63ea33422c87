import { Readable } from "node:stream";

import type { Caller } from "#db/caller.ts";

/** An event as it goes over the wire. */
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
  /** Throws what the request would be refused with if it came now. */
  readonly confirmAccess: () => Promise<void>;
}

/** One reader of a job's events. Keeps a place in the log, never a queue of events. */
export interface EventStream {
  readonly request: EventStreamRequest;
  readonly body: Readable;
  /** Counts the streams of the process; spreads what is done for each over time. */
  readonly turn: number;
  /** Sequence of the last event that was written. */
  after(): number;
  /** Whether more may be written: false while the reader is behind, and after the end. */
  isReady(): boolean;
  /** Writes the events that the reader does not have; their order must have no gap. */
  write(events: readonly EventText[]): void;
  /**
   * Shows everybody on the way that the connection is alive. A reader that takes nothing for
   * `beatsMax` of them is gone, or means to hold the connection for nothing, and is hung up on.
   */
  beat(): void;
  /** Ends without the job's end; a reader that comes back after so long gets the rest. */
  leave(retryMs: number): void;
}

/** What a reader may leave unread before nothing more is read for it. */
const unreadBytesMax = 16_384;
const beatsMax = 4;
/** How long a reader waits before it comes back, when its connection broke by itself. */
const retryMs = 2_000;

/** `onReady` when a reader that was behind can take more, `onClosed` once, however it ends. */
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

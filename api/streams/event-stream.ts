import { Readable } from "node:stream";

import type { Caller } from "#db/caller.ts";

/** Part of a stream's text, with the position of a reader that has received the part. */
export interface StreamPart<Position> {
  readonly text: string;
  readonly position: Position;
  readonly isEnd: boolean;
}

export interface StreamRequest<Position> {
  /** Id of the job or the organization whose changes the reader follows. */
  readonly topic: string;
  /** Position up to which the reader has received events. */
  readonly position: Position;
  readonly caller: Caller;
  /** Throws the error that the same request would get now. */
  readonly confirmAccess: () => Promise<unknown>;
}

/** Stream of events to one reader. Keeps a position in a log, not a queue of events. */
export interface EventStream<Request extends StreamRequest<unknown>> {
  readonly request: Request;
  readonly body: Readable;
  /** Serial number within the process; spreads the periodic work of the streams over time. */
  readonly turn: number;
  /** Position after the last part written. */
  position(): Request["position"];
  /** Returns false while the reader is behind, and after the end. */
  isReady(): boolean;
  /** Writes what follows the position. */
  write(part: StreamPart<Request["position"]>): void;
  /**
   * Sends a heartbeat, which shows proxies and the reader that the connection is alive. Closes the stream of
   * a reader that has taken nothing for `beatsMax` heartbeats.
   */
  beat(text: string): void;
  /** Closes the stream before its end; the reader reconnects after `retryMs` and gets the remaining events. */
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
export function createEventStream<Request extends StreamRequest<unknown>>(
  request: Request,
  { turn, onReady, onClosed }: { turn: number; onReady: () => void; onClosed: () => void },
): EventStream<Request> {
  let position: Request["position"] = request.position;
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
    position: () => position,
    isReady: () => !isFull && !isEnded,
    write(part) {
      if (isEnded) return;
      position = part.position;
      if (part.text !== "") push(part.text);
      if (part.isEnd) end();
    },
    beat(text) {
      if (!isFull && !isEnded) {
        push(text);
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

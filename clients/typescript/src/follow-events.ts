import { sleep, throwIfAborted } from "./abort.ts";
import { ApiError, ConnectionError } from "./errors.ts";
import { readChunks } from "./read-chunks.ts";
import { isTransient } from "./retry.ts";
import { createMessageParser, type StreamMessage } from "./sse.ts";

export interface FollowOptions {
  /** Opens the stream after a position. */
  readonly open: (lastEventId: string | undefined) => Promise<Response>;
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called for whatever the server sends, also heartbeats, with the position so far. */
  readonly onActivity?: ((lastEventId: string | undefined) => void) | undefined;
  /** Ends the stream after this time without a connection. */
  readonly giveUpAfterMs: number;
}

/** The engine sends at least a comment every 15 seconds. */
const silenceMaxMs = 30_000;
const retryDefaultMs = 2_000;
const retryMaxMs = 30_000;
/** Pause after a connection without a byte. */
const pauseMinMs = 500;

/**
 * Yields the messages of a stream and reconnects with the last position, until the server reports the end with 204.
 * Throws permanent errors, such as that of a revoked credential.
 */
export async function* followEvents({
  open,
  signal,
  giveUpAfterMs,
  lastEventId,
  onActivity,
}: FollowOptions): AsyncGenerator<StreamMessage, void, undefined> {
  let position = lastEventId;
  let retryMs = retryDefaultMs;
  let failures = 0;
  let connectedAt = Date.now();
  for (;;) {
    const opened = await openOrFail(open, position);
    throwIfAborted(signal);
    let pauseMs = pauseMinMs;
    let failure: unknown = opened;
    if (opened instanceof Response) {
      if (opened.status === 204 || opened.body === null) return;
      failure = new ConnectionError("The stream ends without a byte.");
      const parser = createMessageParser();
      for await (const text of readTexts(opened.body)) {
        connectedAt = Date.now();
        failures = 0;
        pauseMs = 0;
        const messages = parser.push(text);
        retryMs = Math.min(parser.retryMs ?? retryMs, retryMaxMs);
        for (const message of messages) {
          position = message.id ?? position;
          yield message;
        }
        position = parser.lastEventId ?? position;
        onActivity?.(position);
      }
      pauseMs = Math.max(pauseMs, retryMs);
    } else {
      failures += 1;
      const longestMs = Math.min(retryMaxMs, retryMs * 2 ** failures);
      const asked = opened instanceof ApiError ? opened.retryAfterSeconds : undefined;
      pauseMs = (asked ?? 0) * 1_000 + Math.random() * longestMs;
    }
    if (Date.now() - connectedAt > giveUpAfterMs) throw failure;
    await sleep(pauseMs, signal);
  }
}

/** Returns a passing failure, and throws any other. */
async function openOrFail(
  open: FollowOptions["open"],
  position: string | undefined,
): Promise<unknown> {
  try {
    return await open(position);
  } catch (error) {
    if (isTransient(error)) return error;
    throw error;
  }
}

/** Texts of a body, until it ends or breaks: the caller comes back with its position. */
async function* readTexts(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of readChunks(body, silenceMaxMs)) {
    yield decoder.decode(chunk, { stream: true });
  }
}

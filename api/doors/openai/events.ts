import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

import type { RawAnswer } from "#api/http/route.ts";
import { AppError } from "#domain/errors.ts";

import { type OpenaiError, toOpenaiError } from "./dialect.ts";
import type { OrderedJob } from "./order-job.ts";

/** Seconds after which proxies would take a silent stream for dead. */
const commentSeconds = 15;

type OpenaiEvent = Readonly<{ type: string }> & Readonly<Record<string, unknown>>;

/** Event of images, speech and transcriptions, whose name is its type. */
export function toEvent(event: OpenaiEvent): string {
  return `event: ${event.type}\n${toData(event)}`;
}

/** Event without a name, as chat completions have. */
export function toData(value: unknown): string {
  return `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
}

interface JobEvents {
  /** Sent before the job has ended. */
  readonly opening?: readonly string[];
  /** Events of the ended job. Throws its failure. */
  readonly result: () => Promise<readonly string[]>;
  readonly failure?: (error: OpenaiError) => string;
}

/** Streams the events of a job as Server-Sent Events, with a comment every 15 seconds until the job has ended. */
export function streamEvents(job: OrderedJob, events: JobEvents): Readable {
  return Readable.from(listEvents(job, events));
}

/** Streams like `streamEvents`, for a route whose usual response is a file. */
export function toEventResponse(job: OrderedJob, events: JobEvents): RawAnswer {
  return { status: 200, headers: eventHeaders, body: streamEvents(job, events) };
}

/** Headers that keep proxies from buffering events. */
const eventHeaders = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no",
};

async function* listEvents(
  job: OrderedJob,
  { opening = [], result, failure = (error) => `event: error\n${toData({ error })}` }: JobEvents,
): AsyncGenerator<string> {
  yield ": accepted\n\n";
  yield* opening;
  const stopped = new AbortController();
  const pending = result();
  // The loop below reports the error; this keeps it from being unhandled in the meantime.
  pending.catch(() => undefined);
  try {
    for (;;) {
      const tick = delay(commentSeconds * 1_000, null, { signal: stopped.signal });
      tick.catch(() => undefined);
      const events = await Promise.race([pending, tick]);
      if (events !== null) {
        yield* events;
        return;
      }
      yield ": working\n\n";
    }
  } catch (error) {
    job.failed(error);
    const shown = error instanceof AppError ? error : new AppError("internal", { cause: error });
    yield failure(toOpenaiError(shown));
  } finally {
    stopped.abort();
  }
}

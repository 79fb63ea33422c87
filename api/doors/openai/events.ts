import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

import type { EventAnswer } from "#api/http/route.ts";
import { AppError } from "#domain/errors.ts";

import { toOpenaiError } from "./dialect.ts";
import type { OrderedJob } from "./order-job.ts";

/** Seconds after which proxies would take a silent stream for dead. */
const commentSeconds = 15;

type OpenaiEvent = Readonly<{ type: string }> & Readonly<Record<string, unknown>>;

/** Streams the events of a job as Server-Sent Events, with a comment every 15 seconds until the job has ended. */
export function streamEvents(
  job: OrderedJob,
  eventsOf: () => Promise<readonly OpenaiEvent[]>,
): EventAnswer {
  return { events: Readable.from(linesOf(job, eventsOf)) };
}

async function* linesOf(
  job: OrderedJob,
  eventsOf: () => Promise<readonly OpenaiEvent[]>,
): AsyncGenerator<string> {
  yield ": accepted\n\n";
  const stopped = new AbortController();
  const pending = eventsOf();
  // The loop below reports the error; this keeps it from being unhandled in the meantime.
  pending.catch(() => undefined);
  try {
    for (;;) {
      const tick = delay(commentSeconds * 1_000, null, { signal: stopped.signal });
      const events = await Promise.race([pending, tick]);
      if (events === null) {
        yield ": working\n\n";
        continue;
      }
      tick.catch(() => undefined);
      for (const event of events) {
        yield `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
      }
      return;
    }
  } catch (error) {
    job.failed(error);
    const shown = error instanceof AppError ? error : new AppError("internal", { cause: error });
    yield `event: error\ndata: ${JSON.stringify({ error: toOpenaiError(shown) })}\n\n`;
  } finally {
    stopped.abort();
  }
}

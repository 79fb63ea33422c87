import { setTimeout as delay } from "node:timers/promises";

import { isEndEvent } from "#domain/jobs/job-event.ts";
import { openEventSource } from "#test/support/servers/event-source.ts";

const reconnectMs = 300;

/**
 * Follows a job's event stream and reconnects after every break, as a browser does. Returns the violation
 * found: a gap, a repetition, or no final event; null when there is none.
 */
export async function followEvents({
  jobId,
  key,
  pickUrl,
  signal,
}: {
  jobId: string;
  key: string;
  /** Chooses a server for each connection. */
  pickUrl: () => string;
  signal: AbortSignal;
}): Promise<string | null> {
  let last = 0;
  let lastType = "none";
  while (!signal.aborted) {
    const source = await openEventSource(`${pickUrl()}/v1/jobs/${jobId}/events`, {
      "x-api-key": key,
      ...(last === 0 ? {} : { "last-event-id": String(last) }),
    }).catch(() => null);
    if (source !== null) {
      const hangUp = () => source.close();
      signal.addEventListener("abort", hangUp, { once: true });
      // 204: the job has ended, and there are no more events.
      if (source.response.status === 204) {
        return isEndEvent(lastType) ? null : `${jobId}: its events end with ${lastType}`;
      }
      for (;;) {
        const message = source.response.ok ? await source.next() : null;
        if (message === null) break;
        if (Number(message.id) !== last + 1) {
          source.close();
          return `${jobId}: event ${message.id} follows event ${last} in its stream`;
        }
        last = Number(message.id);
        lastType = message.type;
      }
      source.close();
      signal.removeEventListener("abort", hangUp);
      if (isEndEvent(lastType)) return null;
    }
    await delay(reconnectMs);
  }
  return `${jobId}: its events did not end, the last is number ${last}`;
}

import { setImmediate } from "node:timers/promises";

import type { Logger } from "pino";

import { presentJobEvent } from "#api/present/job-event.ts";
import type { JobEvent } from "#db/entities/job-event.ts";
import { eventsPerRead, listNextEvents } from "#db/jobs/job-events.ts";
import type { MikroORM } from "#db/orm.ts";
import { isEndEvent } from "#domain/jobs/job-event.ts";
import type { Watchdog } from "#runtime/watchdog.ts";

import type { EventStream, EventText } from "./event-stream.ts";

const jobsPerRead = 500;

/**
 * Reads new events for the open streams of jobs that may have changed, in one query for many jobs. Each
 * stream keeps its position in the log, so no event is lost or sent twice, however late a notification is.
 */
export function createEventReader({
  orm,
  watchdog,
  log,
  streamsOf,
}: {
  orm: MikroORM;
  watchdog: Watchdog;
  log: Logger;
  streamsOf: ReadonlyMap<string, ReadonlySet<EventStream>>;
}): { wake(jobIds: Iterable<string>): void } {
  const due = new Set<string>();
  let isReading = false;

  async function readDue(beat: () => void): Promise<void> {
    isReading = true;
    // Notifications arrive in bursts; collect them first.
    await setImmediate();
    while (due.size > 0) {
      beat();
      const jobIds = [...due].slice(0, jobsPerRead);
      for (const jobId of jobIds) due.delete(jobId);
      try {
        await read(jobIds);
      } catch (error) {
        // The streams keep their positions and are polled again within 3 seconds.
        log.warn({ error }, "cannot read events for open streams");
        due.clear();
      }
    }
    isReading = false;
  }

  async function read(jobIds: readonly string[]): Promise<void> {
    const places = jobIds.flatMap((jobId) => placeOf(readyStreamsOf(jobId)) ?? []);
    if (places.length === 0) return;
    const events = await listNextEvents(orm.em.fork(), places);
    for (const [jobId, ofJob] of Map.groupBy(events, (event) => event.jobId)) {
      try {
        write(jobId, ofJob);
      } catch (error) {
        // A row that cannot be presented is a bug in the engine and must not stop the streams of other jobs.
        log.error({ error, jobId }, "cannot present the events of a job");
        for (const stream of readyStreamsOf(jobId)) stream.body.destroy();
      }
      if (ofJob.length === eventsPerRead) due.add(jobId);
    }
  }

  function write(jobId: string, events: readonly JobEvent[]): void {
    const texts = events.map(toText);
    const before = (texts[0]?.sequence ?? 1) - 1;
    // A stream that is further behind and became ready in the meantime is woken separately.
    for (const stream of readyStreamsOf(jobId)) {
      if (stream.after() >= before) stream.write(texts);
    }
  }

  function readyStreamsOf(jobId: string): EventStream[] {
    return [...(streamsOf.get(jobId) ?? [])].filter((stream) => stream.isReady());
  }

  return {
    wake(jobIds) {
      for (const jobId of jobIds) if (streamsOf.has(jobId)) due.add(jobId);
      if (due.size > 0 && !isReading) void watchdog.watch("event reader", readDue);
    },
  };
}

/** Position of the stream that is furthest behind. */
function placeOf(
  streams: readonly EventStream[],
): { jobId: string; organizationId: string; after: number } | undefined {
  const [first] = streams;
  if (first === undefined) return undefined;
  const { jobId, caller } = first.request;
  const after = Math.min(...streams.map((stream) => stream.after()));
  return { jobId, organizationId: caller.organizationId, after };
}

function toText(event: JobEvent): EventText {
  const { sequence, type } = event;
  const data = JSON.stringify(presentJobEvent(event));
  return {
    sequence,
    isEnd: isEndEvent(type),
    text: `id: ${sequence}\nevent: ${type}\ndata: ${data}\n\n`,
  };
}

import type { Logger } from "pino";

import { presentJobEvent } from "#api/present/job-event.ts";
import type { JobEvent } from "#db/entities/job-event.ts";
import { eventsPerRead, listNextEvents } from "#db/jobs/job-events.ts";
import type { MikroORM } from "#db/orm.ts";
import { isEndEvent } from "#domain/jobs/job-event.ts";

import type { EventStream, StreamRequest } from "./event-stream.ts";

/** Stream of one job; the position is the sequence of the last event that the reader has. */
export type JobStreamRequest = StreamRequest<number>;
type JobStream = EventStream<JobStreamRequest>;

/**
 * Reads new events for the open streams of jobs that may have changed, in one query for many jobs. Each
 * stream keeps its position in the log, so no event is lost or sent twice, however late a notification is.
 */
export function readJobEvents({
  orm,
  log,
  readyStreamsOf,
}: {
  orm: MikroORM;
  log: Logger;
  readyStreamsOf: (jobId: string) => readonly JobStream[];
}): (jobIds: readonly string[]) => Promise<Iterable<string>> {
  function write(jobId: string, events: readonly JobEvent[]): void {
    const texts = events.map(toText);
    const before = (events[0]?.sequence ?? 1) - 1;
    // A stream that is further behind and became ready in the meantime is woken separately.
    for (const stream of readyStreamsOf(jobId)) {
      const position = stream.position();
      if (position >= before) writeAfter(stream, { events, texts, position });
    }
  }

  return async (jobIds) => {
    const places = jobIds.flatMap((jobId) => placeOf(readyStreamsOf(jobId)) ?? []);
    if (places.length === 0) return [];
    const events = await listNextEvents(orm.em.fork(), places);
    const unfinished: string[] = [];
    for (const [jobId, ofJob] of Map.groupBy(events, (event) => event.jobId)) {
      try {
        write(jobId, ofJob);
      } catch (error) {
        // A row that cannot be presented is a bug in the engine and must not stop the streams of other jobs.
        log.error({ error, jobId }, "cannot present the events of a job");
        for (const stream of readyStreamsOf(jobId)) stream.body.destroy();
      }
      if (ofJob.length === eventsPerRead) unfinished.push(jobId);
    }
    return unfinished;
  };
}

function writeAfter(
  stream: JobStream,
  {
    events,
    texts,
    position,
  }: { events: readonly JobEvent[]; texts: readonly string[]; position: number },
): void {
  const last = events.at(-1);
  if (last === undefined || last.sequence <= position) return;
  const first = events.findIndex(({ sequence }) => sequence > position);
  stream.write({
    text: texts.slice(first).join(""),
    position: last.sequence,
    isEnd: isEndEvent(last.type),
  });
}

/** Position of the stream that is furthest behind. */
function placeOf(
  streams: readonly JobStream[],
): { jobId: string; organizationId: string; after: number } | undefined {
  const [first] = streams;
  if (first === undefined) return undefined;
  const { topic, caller } = first.request;
  const after = Math.min(...streams.map((stream) => stream.position()));
  return { jobId: topic, organizationId: caller.organizationId, after };
}

function toText(event: JobEvent): string {
  const { sequence, type } = event;
  const data = JSON.stringify(presentJobEvent(event));
  return `id: ${sequence}\nevent: ${type}\ndata: ${data}\n\n`;
}

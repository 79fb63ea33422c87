import { JobEvent } from "#db/entities/job-event.ts";
import type { EntityManager } from "#db/orm.ts";

/** Lists events of a job after a sequence number, oldest first. */
export async function listJobEvents(
  em: EntityManager,
  {
    jobId,
    organizationId,
    after,
    limit,
  }: { jobId: string; organizationId: string; after: number; limit: number },
): Promise<JobEvent[]> {
  return em.find(
    JobEvent,
    { jobId, organizationId, sequence: { $gt: after } },
    { orderBy: { sequence: "asc" }, limit },
  );
}

/** Returns the sequence number of a job's newest event, 0 when it has none. */
export async function findLastSequence(em: EntityManager, jobId: string): Promise<number> {
  const [row] = await em.execute<{ sequence: number }[]>(
    `select sequence from job_events where job_id = ? order by sequence desc limit 1`,
    [jobId],
  );
  return row?.sequence ?? 0;
}

/** A reader's place in the event log of one job. */
export interface EventPosition {
  readonly jobId: string;
  readonly organizationId: string;
  readonly after: number;
}

/** Limit per job and query; bounds the events that a reader's stream buffers. */
export const eventsPerRead = 25;

/**
 * Lists the next events of many jobs in one query, oldest first, at most `eventsPerRead` per job. Maps rows
 * without the identity map, because thousands of readers may poll at once.
 */
export async function listNextEvents(
  em: EntityManager,
  positions: readonly EventPosition[],
): Promise<JobEvent[]> {
  const rows = await em.execute<EventRow[]>(
    `select e.* from jsonb_to_recordset(?::jsonb) as given (job_id text, organization_id text, after int)
     cross join lateral (
       select * from job_events e
       where e.job_id = given.job_id and e.organization_id = given.organization_id
         and e.sequence > given.after
       order by e.sequence limit ${eventsPerRead}) e`,
    [
      JSON.stringify(
        positions.map(({ jobId, organizationId, after }) => ({
          job_id: jobId,
          organization_id: organizationId,
          after,
        })),
      ),
    ],
  );
  return rows.map((row) => em.map(JobEvent, row));
}

type EventRow = Record<string, unknown>;

import { JobEvent } from "#db/entities/job-event.ts";
import type { EntityManager } from "#db/orm.ts";

/** Oldest first. */
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

/** The sequence of the newest event of a job. */
export async function findLastSequence(em: EntityManager, jobId: string): Promise<number> {
  const [row] = await em.execute<{ sequence: number }[]>(
    `select sequence from job_events where job_id = ? order by sequence desc limit 1`,
    [jobId],
  );
  return row?.sequence ?? 0;
}

/** What a reader of a job's events has not seen. */
export interface EventPosition {
  readonly jobId: string;
  readonly organizationId: string;
  readonly after: number;
}

/** Of one job in one query: a bound for what a reader's stream holds at once. */
export const eventsPerRead = 25;

/**
 * The next events of many jobs in one query, oldest first, at most `eventsPerRead` of each; as plain
 * rows, because thousands of readers may ask at once.
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

import type { EntityManager } from "#db/orm.ts";

/** Facts of a job that has ended, for metrics. */
export interface EndedJob {
  readonly type: string | null;
  readonly status: string;
  readonly code: string | null;
  readonly provider: string | null;
  /** Credits that were charged. */
  readonly credits: number;
  /** Credits that were held for the job and given back. */
  readonly releasedCredits: number;
  /** From acceptance to the end. */
  readonly seconds: number;
  /** From acceptance to the first step. */
  readonly startSeconds: number | null;
  /** Time in which a provider had the job: from each request that was sent to its end. */
  readonly providerSeconds: number;
  /** Time of the end in milliseconds of the epoch. */
  readonly finishedMs: number;
}

/** Reads a job that has ended; null while it runs. One row by its key, and its few submissions by their index. */
export async function findEndedJob(em: EntityManager, jobId: string): Promise<EndedJob | null> {
  const [row] = await em.execute<EndedJob[]>(
    `select j.content_type as type, j.status, j.error ->> 'code' as code, j.provider_slug as provider,
       settled.captured as credits, settled.released as "releasedCredits",
       extract(epoch from j.finished_at - j.created_at)::float8 as seconds,
       extract(epoch from j.started_at - j.created_at)::float8 as "startSeconds",
       extract(epoch from j.finished_at)::float8 * 1000 as "finishedMs",
       (select coalesce(sum(extract(epoch from coalesce(s.finished_at, j.finished_at) - s.sent_at)), 0)::float8
        from provider_submissions s where s.job_id = j.id and s.sent_at is not null) as "providerSeconds"
     from jobs j cross join lateral (
       select coalesce(sum(e.amount) filter (where e.kind = 'capture'), 0)::float8 as captured,
         coalesce(sum(e.amount) filter (where e.kind = 'release'), 0)::float8 as released
       from credit_entries e where e.kind in ('capture', 'release') and e.job_id = j.id) settled
     where j.id = ? and j.finished_at is not null`,
    [jobId],
  );
  return row ?? null;
}

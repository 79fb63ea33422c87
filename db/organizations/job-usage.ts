import type { EntityManager } from "#db/orm.ts";

import { boundsOf, columnOfJobs } from "./usage.ts";

export const jobUsageDimensions = [
  "day",
  "hour",
  "model",
  "provider",
  "capability",
  "key",
  "member",
] as const;
export type JobUsageDimension = (typeof jobUsageDimensions)[number];

export interface JobUsageRow {
  /** Value of the first dimension, as in `UsageRow`; an hour is `2026-11-21T17:00Z`. */
  readonly name: string;
  /** Value of the second dimension; empty without one. */
  readonly thenName: string;
  readonly jobs: number;
  readonly completed: number;
  readonly failed: number;
  readonly canceled: number;
  readonly needsInput: number;
  readonly credits: number;
  /** Seconds from acceptance to completion; null without a completed job. */
  readonly p50Seconds: number | null;
  readonly p95Seconds: number | null;
}

const columns: Record<JobUsageDimension, string> = {
  ...columnOfJobs,
  hour: `to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00"Z"')`,
  provider: `coalesce(j.provider_slug, '')`,
  capability: `coalesce(j.capability, '')`,
};

/**
 * Lists outcomes, charged credits and times of the ended jobs that were created from day `from` to day `to`, inclusive,
 * by one or two dimensions. Reads the newest `jobsMax` jobs, all columns of which are in `jobs_usage_index`.
 */
export async function listJobUsage(
  em: EntityManager,
  {
    organizationId,
    by,
    thenBy,
    jobsMax,
    rowsMax,
    ...days
  }: {
    organizationId: string;
    from: string;
    to: string;
    by: JobUsageDimension;
    thenBy?: JobUsageDimension | undefined;
    jobsMax: number;
    rowsMax: number;
  },
): Promise<JobUsageRow[]> {
  const { first, end, ids } = boundsOf(days);
  return em.execute<JobUsageRow[]>(
    `select name, then_name as "thenName", count(*)::int as jobs,
       count(*) filter (where status = 'completed')::int as completed,
       count(*) filter (where status = 'failed')::int as failed,
       count(*) filter (where status = 'canceled')::int as canceled,
       count(*) filter (where status = 'needs_input')::int as "needsInput",
       sum(credits)::int as credits,
       percentile_cont(0.5) within group (order by seconds) as "p50Seconds",
       percentile_cont(0.95) within group (order by seconds) as "p95Seconds"
     from (
       select ${columns[by]} as name, ${thenBy === undefined ? "''" : columns[thenBy]} as then_name, j.status,
         case when j.status = 'completed'
           then extract(epoch from j.finished_at - j.created_at)::float8 end as seconds,
         coalesce((
           select sum(e.amount) from credit_entries e
           where e.kind = 'capture' and e.job_id = j.id), 0) as credits
       from (
         select id, created_at, finished_at, status, model_id, provider_slug, capability, api_key_id, account_id
         from jobs
         where organization_id = ? and id >= ? and id < ? and finished_at is not null
           and created_at >= ?::timestamptz and created_at < ?::timestamptz
         order by id desc limit ?) j) as ended
     group by name, then_name order by name, then_name limit ?`,
    [organizationId, ids.$gte, ids.$lt, first, end, jobsMax, rowsMax],
  );
}

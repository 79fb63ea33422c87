import { idsWithin } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";

export const usageDimensions = ["day", "model", "key", "member"] as const;
export type UsageDimension = (typeof usageDimensions)[number];

export interface UsageRow {
  /** A day (`2026-11-21`, UTC), or the id of a model, key or account; empty when not applicable. */
  readonly name: string;
  readonly requests: number;
  readonly jobs: number;
  readonly credits: number;
}

/** SQL of each dimension over `jobs j`. */
export const columnOfJobs: Record<UsageDimension, string> = {
  day: `to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD')`,
  model: `coalesce(j.model_id, '')`,
  key: `coalesce(j.api_key_id, '')`,
  member: `j.account_id`,
};

/** Requests are counted by caller; their model is known for jobs only. */
const columnOfRequests: Record<UsageDimension, string | null> = {
  day: "r.day",
  model: null,
  key: "r.api_key_id",
  member: "r.account_id",
};

/**
 * Lists requests, jobs and charged credits of an organization from day `from` to day `to`, inclusive, by one
 * dimension. Jobs count on the day of their creation.
 */
export async function listUsage(
  em: EntityManager,
  {
    organizationId,
    from,
    to,
    by,
  }: { organizationId: string; from: string; to: string; by: UsageDimension },
): Promise<UsageRow[]> {
  const counted = columnOfRequests[by];
  const { first, end, ids } = boundsOf({ from, to });
  const requests =
    counted === null
      ? ""
      : `union all
         select ${counted}, r.requests, 0, 0 from request_usage r
         where r.organization_id = ? and r.day between ? and ?`;
  return em.execute<UsageRow[]>(
    `select name, sum(requests)::int as requests, sum(jobs)::int as jobs, sum(credits)::int as credits
     from (
       select ${columnOfJobs[by]} as name, 0 as requests, 1 as jobs, coalesce((
         select sum(e.amount) from credit_entries e
         where e.kind = 'capture' and e.job_id = j.id), 0) as credits
       from jobs j
       where j.organization_id = ? and j.id >= ? and j.id < ?
         and j.created_at >= ?::timestamptz and j.created_at < ?::timestamptz
       ${requests}) as usage (name, requests, jobs, credits)
     group by name order by name`,
    [
      organizationId,
      ids.$gte,
      ids.$lt,
      first,
      end,
      ...(counted === null ? [] : [organizationId, from, to]),
    ],
  );
}

const dayMs = 86_400_000;

/** Bounds of a period of days. The ids find its jobs by an index; the creation time itself has none. */
export function boundsOf({ from, to }: { from: string; to: string }) {
  const first = new Date(`${from}T00:00:00Z`);
  const end = new Date(Date.parse(`${to}T00:00:00Z`) + dayMs);
  return { first, end, ids: idsWithin("job", { createdAfter: first, createdBefore: end }) };
}

import type { EntityManager } from "#db/orm.ts";

/** Requests of one caller on one day (`2026-11-21`, UTC). */
export interface RequestCount {
  readonly organizationId: string;
  readonly accountId: string;
  readonly apiKeyId: string | null;
  readonly day: string;
  readonly requests: number;
  readonly lastUsedAt: Date;
}

/** Adds counted requests to the daily usage, and updates the last use of each key. */
export async function addRequestCounts(
  em: EntityManager,
  counts: readonly RequestCount[],
): Promise<void> {
  const rows = JSON.stringify(
    counts.map((count) => ({
      organization_id: count.organizationId,
      account_id: count.accountId,
      api_key_id: count.apiKeyId ?? "",
      day: count.day,
      requests: count.requests,
      last_used_at: count.lastUsedAt,
    })),
  );
  await em.execute(
    // Sorted, so that concurrent processes acquire the locks in the same order.
    `with given as (
       select * from jsonb_to_recordset(?::jsonb) as row (
         organization_id text, account_id text, api_key_id text, day text, requests int,
         last_used_at timestamptz)
       order by organization_id, day, account_id, api_key_id),
     locked as (
       select k.id, g.last_used_at from api_keys k
       join (select api_key_id, max(last_used_at) as last_used_at from given group by 1) g
         on g.api_key_id = k.id
       order by k.id for update of k),
     used as (
       update api_keys k set last_used_at = greatest(k.last_used_at, l.last_used_at)
       from locked l where l.id = k.id)
     insert into request_usage as u (organization_id, day, account_id, api_key_id, requests)
     select organization_id, day, account_id, api_key_id, requests from given
     on conflict (organization_id, day, account_id, api_key_id)
       do update set requests = u.requests + excluded.requests`,
    [rows],
  );
}

import { expect } from "vitest";

import type { MikroORM } from "#db/orm.ts";

/**
 * Checks the credit invariants in SQL. All buckets together are zero; balances match the ledger and are never
 * negative. Each hold is settled at most once, and exactly once when its job has ended. The remainders of the
 * grants add up to the balance and never exceed the unexpired grant.
 */
export async function expectBalancedBooks(
  orm: MikroORM,
  { organizationId }: { organizationId: string },
): Promise<void> {
  const wrong = await orm.em.fork().execute(
    `with moves as (
       select organization_id, to_bucket as bucket, amount from credit_entries
       union all
       select organization_id, from_bucket, -amount from credit_entries),
     buckets as (
       select organization_id, bucket, sum(amount) as amount from moves group by 1, 2),
     holds as (
       select h.organization_id, h.job_id, j.finished_at, (
         select count(*) from credit_entries s
         where s.kind in ('capture', 'release') and s.job_id = h.job_id
           and s.step = h.step and s.generation = h.generation) as settled
       from credit_entries h join jobs j on j.id = h.job_id where h.kind = 'hold'),
     wrong as (
       select organization_id, 'the buckets are not zero together' as rule from buckets
         group by organization_id having sum(amount) <> 0
       union all
       select organization_id, 'more is issued back than was issued' from buckets
         where bucket = 'issued' and amount > 0
       union all
       select organization_id, 'a bucket is negative' from buckets where bucket <> 'issued' and amount < 0
       union all
       select a.organization_id, 'a balance differs from the ledger' from credit_accounts a
         where a.available <> coalesce((select amount from buckets b
             where b.organization_id = a.organization_id and b.bucket = 'available'), 0)
           or a.held <> coalesce((select amount from buckets b
             where b.organization_id = a.organization_id and b.bucket = 'held'), 0)
       union all
       select organization_id, 'settled twice: ' || job_id from holds where settled > 1
       union all
       select organization_id, 'ended but not settled: ' || job_id from holds
         where finished_at is not null and settled <> 1
       union all
       select a.organization_id, 'what is left of grants differs from the balance' from credit_accounts a
         where a.available + a.held <> (
           select coalesce(sum(l.remaining), 0) from left_of_grants(a.organization_id) l)
       union all
       select g.organization_id, 'more is left of a grant than did not expire: ' || g.id
         from credit_entries g left join open_grants o on o.id = g.id
         where g.from_bucket = 'issued' and g.amount < coalesce(o.remaining, 0) + (
           select coalesce(sum(e.amount), 0) from credit_entries e
           where e.kind = 'expire' and e.grant_id = g.id))
     select rule from wrong where organization_id = ?`,
    [organizationId],
  );
  expect(wrong).toEqual([]);
}

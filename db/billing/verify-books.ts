import { recordGauge } from "#db/engine-gauges.ts";
import { BookFinding } from "#db/entities/status.ts";
import type { EntityManager } from "#db/orm.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

/** Organizations per maintenance turn. */
const verifiedBatch = 50;

/** Violation of a rule that holds after every commit. `subject` is the job, the grant, or empty for a balance. */
export interface WrongBook {
  readonly organizationId: string;
  readonly rule: string;
  readonly subject: string;
}

/** Name of the gauge of verified organizations, written when a check of all of them has ended. */
export const booksVerified = "books_verified";

/**
 * Compares the books of the next organizations after an id with their ledgers and replaces their findings. The last turn
 * records that the check is complete. A repeated turn has the same result.
 */
export async function verifyBooks(
  em: EntityManager,
  { after }: { after: string | null },
): Promise<MaintenanceTurn> {
  const rows = await em.execute<{ id: string }[]>(
    `select organization_id as id from credit_accounts where organization_id > ?
     order by organization_id limit ?`,
    [after ?? "", verifiedBatch],
  );
  const organizationIds = rows.map(({ id }) => id);
  const wrong = await findWrongBooks(em, organizationIds);
  await em.transactional(async (tx) => {
    await tx.nativeDelete(BookFinding, { organizationId: { $in: organizationIds } });
    await tx.insertMany(BookFinding, wrong);
  });
  const last = organizationIds.at(-1);
  if (organizationIds.length === verifiedBatch && last !== undefined) {
    return { changed: wrong.length, next: last };
  }
  await recordGauge(em, booksVerified, await em.count(BookFinding));
  return { changed: wrong.length, next: null };
}

/**
 * Finds violations in the books of organizations, in one snapshot. All buckets together are zero; balances match the ledger
 * and are never negative. Each hold is settled at most once, and exactly once when its job has ended. The remainders of
 * grants add up to the balance and never exceed the unexpired grant. Only completed jobs are charged.
 */
export async function findWrongBooks(
  em: EntityManager,
  organizationIds: readonly string[],
): Promise<WrongBook[]> {
  if (organizationIds.length === 0) return [];
  return em.execute<WrongBook[]>(wrongBooks, [organizationIds]);
}

/** The placeholder is a list of organizations. A run of a pipeline has no charge: its steps have. */
const wrongBooks = `
  with accounts as (select * from credit_accounts where organization_id in (?)),
  entries as (
    select * from credit_entries where organization_id in (select organization_id from accounts)),
  moves as (
    select organization_id, to_bucket as bucket, amount from entries
    union all
    select organization_id, from_bucket, -amount from entries),
  buckets as (
    select organization_id, bucket, sum(amount) as amount from moves group by 1, 2),
  holds as (
    select h.organization_id, h.job_id, j.finished_at, (
      select coalesce(sum(s.amount), 0) from credit_entries s
      where s.kind in ('capture', 'release') and s.job_id = h.job_id
        and s.step = h.step and s.generation = h.generation) - h.amount as excess
    from entries h join jobs j on j.id = h.job_id where h.kind = 'hold'),
  wrong as (
    select organization_id, 'the buckets are not zero together' as rule, '' as subject from buckets
      group by organization_id having sum(amount) <> 0
    union all
    select organization_id, 'more is issued back than was issued', '' from buckets
      where bucket = 'issued' and amount > 0
    union all
    select organization_id, 'a bucket is negative', bucket from buckets
      where bucket <> 'issued' and amount < 0
    union all
    select a.organization_id, 'a balance differs from the ledger', '' from accounts a
      where a.available <> coalesce((select amount from buckets b
          where b.organization_id = a.organization_id and b.bucket = 'available'), 0)
        or a.held <> coalesce((select amount from buckets b
          where b.organization_id = a.organization_id and b.bucket = 'held'), 0)
    union all
    select organization_id, 'settled twice', job_id from holds where excess > 0
    union all
    select organization_id, 'ended but not settled', job_id from holds
      where finished_at is not null and excess < 0
    union all
    select a.organization_id, 'what is left of grants differs from the balance', '' from accounts a
      where a.available + a.held <> (
        select coalesce(sum(l.remaining), 0) from left_of_grants(a.organization_id) l)
    union all
    select g.organization_id, 'more is left of a grant than did not expire', g.id::text
      from entries g left join open_grants o on o.id = g.id
      where g.from_bucket = 'issued' and g.amount < coalesce(o.remaining, 0) + (
        select coalesce(sum(e.amount), 0) from credit_entries e
        where e.kind = 'expire' and e.grant_id = g.id)
    union all
    select e.organization_id, 'a charge without a completed job', e.job_id
      from entries e join jobs j on j.id = e.job_id
      where e.kind = 'capture' and j.status <> 'completed'
    union all
    select j.organization_id, 'a completed job without a charge', j.id from jobs j
      where j.organization_id in (select organization_id from accounts) and j.status = 'completed'
        and j.credits > 0 and not (j.pipeline_id is not null and j.run_step is null)
        and not exists (select 1 from credit_entries e where e.job_id = j.id and e.kind = 'capture'))
  select distinct organization_id as "organizationId", rule, subject from wrong`;

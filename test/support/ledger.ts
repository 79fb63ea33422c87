import { expect } from "vitest";

import type { MikroORM } from "#db/orm.ts";

/** A run of a pipeline: its steps have the charges and the outputs. */
const isRun = `j.pipeline_id is not null and j.run_step is null`;

/**
 * Checks the credit invariants in SQL: balances equal the ledger, no balance is negative, every hold of an
 * ended job is settled once, and only completed jobs are charged, except media operations. The buckets sum to zero by construction of
 * the entries.
 */
export async function findLedgerViolations(
  orm: MikroORM,
): Promise<{ rule: string; row: string }[]> {
  return orm.em.fork().execute(`
    select 'balance' as rule, a.organization_id as row from credit_accounts a
      left join lateral (
        select
          coalesce(sum(amount) filter (where to_bucket = 'available'), 0)
            - coalesce(sum(amount) filter (where from_bucket = 'available'), 0) as available,
          coalesce(sum(amount) filter (where to_bucket = 'held'), 0)
            - coalesce(sum(amount) filter (where from_bucket = 'held'), 0) as held
        from credit_entries e where e.organization_id = a.organization_id) l on true
      where a.available <> l.available or a.held <> l.held or a.available < 0 or a.held < 0
    union all
    select 'hold of an ended job is not settled once', j.id from jobs j
      join credit_entries h on h.job_id = j.id and h.kind = 'hold'
      where j.finished_at is not null and (
        select count(*) from credit_entries s where s.kind in ('capture', 'release')
          and s.job_id = h.job_id and s.step = h.step and s.generation = h.generation) <> 1
    union all
    select 'a charge without a completed job', e.job_id from credit_entries e
      join jobs j on j.id = e.job_id where e.kind = 'capture' and j.status <> 'completed'
    union all
    select 'a completed job without a charge', j.id from jobs j where j.status = 'completed' and not (${isRun})
      and j.credits > 0
      and not exists (select 1 from credit_entries e where e.job_id = j.id and e.kind = 'capture')
    union all
    select 'a free job that is not a media operation', j.id from jobs j
      where (j.credits = 0) <> (j.request ? 'operation') and j.deleted_at is null
    union all
    select 'a completed job without an output', j.id from jobs j where j.status = 'completed' and not (${isRun})
      and not exists (select 1 from outputs o where o.job_id = j.id)`);
}

export async function expectSoundLedger(orm: MikroORM): Promise<void> {
  expect(await findLedgerViolations(orm)).toEqual([]);
}

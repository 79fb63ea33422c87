import type { EntityManager } from "#db/orm.ts";

import { translateShortage } from "./credits.ts";

/** Step name of a run's reserve in the ledger. */
const reserveStep = "reserve";

/**
 * Replaces the reserve of a run, and holds the credits of the steps' jobs that start out of it. One INSERT posts all
 * entries, so the balance, the budget and the limit of the API key are checked against their sum only: a reserve that
 * shrinks by what its steps hold is never refused. `number` is that of the new reserve, from 1. A repeated call changes
 * nothing. Throws one of `shortageCodes`; the transaction is then aborted and must be rolled back.
 */
export async function moveReserve(
  em: EntityManager,
  {
    runId,
    number,
    credits,
    started,
  }: {
    runId: string;
    number: number;
    credits: number;
    started: readonly { readonly jobId: string; readonly credits: number }[];
  },
): Promise<void> {
  await translateShortage(() =>
    em.execute(
      `insert into credit_entries
         (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation, api_key_id)
       select run.organization_id, moved.kind, moved.amount, moved.from_bucket, moved.to_bucket,
         moved.job_id, moved.step, moved.generation, run.api_key_id
       from jobs run, (
         select 'release' as kind, amount, 'held' as from_bucket, 'available' as to_bucket, job_id, step, generation
         from credit_entries
         where kind = 'hold' and job_id = ? and step = '${reserveStep}' and generation = ?::int - 1
         union all
         select 'hold', ?::int, 'available', 'held', ?, '${reserveStep}', ?::int
         union all
         select 'hold', credits, 'available', 'held', "jobId", 'main', 1
         from jsonb_to_recordset(?::jsonb) as started ("jobId" text, credits int)
       ) moved
       where run.id = ? and moved.amount > 0
       on conflict do nothing`,
      [runId, number, credits, runId, number, JSON.stringify(started), runId],
    ),
  );
}

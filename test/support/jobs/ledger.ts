import { expect } from "vitest";

import { findWrongBooks } from "#db/billing/verify-books.ts";
import { CreditAccount } from "#db/entities/credits.ts";
import type { MikroORM } from "#db/orm.ts";

/** A run of a pipeline: its steps have the charges and the outputs. */
const isRun = `j.pipeline_id is not null and j.run_step is null`;

/** Checks the books of all organizations, that only media operations are free, and that completed jobs have outputs. */
export async function findLedgerViolations(
  orm: MikroORM,
): Promise<{ rule: string; row: string }[]> {
  const em = orm.em.fork();
  const organizationIds = (await em.findAll(CreditAccount)).map(
    (account) => account.organizationId,
  );
  const wrong = await findWrongBooks(em, organizationIds);
  const others = await em.execute<{ rule: string; row: string }[]>(`
    select 'a free job that is not a media operation' as rule, j.id as row from jobs j
      where (j.credits = 0) <> (j.request ? 'operation') and j.deleted_at is null
    union all
    select 'a completed job without an output', j.id from jobs j where j.status = 'completed' and not (${isRun})
      and not exists (select 1 from outputs o where o.job_id = j.id)`);
  return [
    ...wrong.map(({ organizationId, rule, subject }) => ({ rule, row: subject || organizationId })),
    ...others,
  ];
}

export async function expectSoundLedger(orm: MikroORM): Promise<void> {
  expect(await findLedgerViolations(orm)).toEqual([]);
}

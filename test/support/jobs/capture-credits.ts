import { captureOf } from "#db/billing/credits.ts";
import type { EntityManager } from "#db/orm.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";

/** Charges a held generation without its job. Does nothing when the hold is already settled, or never existed. */
export async function captureCredits(
  em: EntityManager,
  { jobId, step, generation }: GenerationRef,
): Promise<void> {
  const hold = `select *, amount as charge from credit_entries
    where kind = 'hold' and job_id = ? and step = ? and generation = ?`;
  await em.execute(`with ${captureOf(hold)} select 1`, [jobId, step, generation]);
}

import { captureOf } from "#db/billing/credits.ts";
import type { EntityManager } from "#db/orm.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";

/** Charges a held generation without its job. Does nothing when the hold is already settled, or never existed. */
export async function captureCredits(
  em: EntityManager,
  { jobId, step, generation }: GenerationRef,
): Promise<void> {
  await em.execute(captureOf("job_id = ? and step = ? and generation = ?"), [
    jobId,
    step,
    generation,
  ]);
}

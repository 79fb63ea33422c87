import { Job } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import type { StoredInput } from "#domain/requests/generation.ts";

/**
 * Finds a stored input by the job and ordinal of its signed URL, which is mostly given to providers. Throws
 * `job_not_found`.
 */
export async function findStoredInput(
  em: EntityManager,
  { jobId, ordinal }: { jobId: string; ordinal: number },
): Promise<StoredInput> {
  const job = await em.findOne(Job, jobId);
  const input = job?.storedInputs?.[ordinal];
  if (input === undefined) throw new AppError("job_not_found", { details: { jobId } });
  return input;
}

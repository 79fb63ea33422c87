import { LockMode } from "@mikro-orm/core";

import { holdCredits, releaseGeneration } from "#db/billing/credits.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { failoverCodes } from "#domain/jobs/submission.ts";
import { submissionKey } from "#domain/requests/generation.ts";
import type { JobChoice } from "#domain/routing/job-choice.ts";

/**
 * Moves a job to another model after an attempt that certainly produced nothing. One commit closes the old
 * attempt, so that no run can send it again, and releases its hold; it holds the new price and prepares the
 * new attempt. Returns false and changes nothing when the provider may have accepted the old attempt, another
 * run has already failed over, or the job is no longer processing. Throws one of `shortageCodes` when limits
 * were lowered since the job was accepted.
 */
export async function failOverJob(
  em: EntityManager,
  { ref, choice }: { ref: GenerationRef; choice: JobChoice },
): Promise<boolean> {
  return em.transactional(async (tx) => {
    const job = await tx.findOneOrFail(Job, ref.jobId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (job.status !== "processing" || (await hasSuccessor(tx, ref))) return false;
    if (!(await closeAttempt(tx, ref))) return false;
    job.modelId = choice.modelId;
    job.providerSlug = choice.providerSlug;
    job.credits = choice.credits;
    job.routing = choice.routing;
    job.revision += 1;
    await tx.flush();
    const { organizationId } = job;
    const next = { ...ref, generation: ref.generation + 1 };
    await releaseGeneration(tx, ref);
    await holdCredits(tx, next, { organizationId, amount: choice.credits });
    tx.create(ProviderSubmission, {
      id: createId("submission"),
      jobId: next.jobId,
      step: next.step,
      generation: next.generation,
      organizationId,
      providerSlug: choice.providerSlug,
      modelId: choice.modelId,
      providerKeyId: choice.providerKeyId,
      idempotencyKey: submissionKey(next.jobId, next.step, next.generation),
      state: "prepared",
    });
    return true;
  });
}

async function hasSuccessor(
  em: EntityManager,
  { jobId, step, generation }: GenerationRef,
): Promise<boolean> {
  return (await em.count(ProviderSubmission, { jobId, step, generation: { $gt: generation } })) > 0;
}

/**
 * Only the row proves that nothing was produced: `prepared`, or `failed` with a failover code before the provider accepted the
 * request. A poll can fail with the same codes, for example when the key was replaced, and its generation may be paid for.
 */
async function closeAttempt(
  em: EntityManager,
  { jobId, step, generation }: GenerationRef,
): Promise<boolean> {
  const codes = failoverCodes.map(() => "?").join(", ");
  const rows = await em.execute<{ id: string }[]>(
    `update provider_submissions
     set state = 'failed', attempt_token = null, waiting_since = null,
       finished_at = coalesce(finished_at, now())
     where job_id = ? and step = ? and generation = ? and state in ('prepared', 'failed')
       and in_doubt_since is null and accepted_at is null and error_code in (${codes})
     returning id`,
    [jobId, step, generation, ...failoverCodes],
  );
  return rows.length === 1;
}

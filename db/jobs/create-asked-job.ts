import type { EntityManager } from "#db/orm.ts";
import type { AnswerableQuestion } from "#domain/requests/answerable-question.ts";

import { beginJob, requestClarification } from "./job-steps.ts";
import { addJob, type NewJob } from "./jobs.ts";
import type { CreatedJob } from "./replays.ts";

/**
 * Accepts a job that ends at once with a question, in one transaction. The same idempotency key returns the first job.
 * Throws like `createJob`.
 */
export async function createAskedJob(
  em: EntityManager,
  job: NewJob,
  questionOf: (jobId: string) => AnswerableQuestion,
): Promise<CreatedJob> {
  return em.transactional(async (tx) => {
    const created = await addJob(tx, job);
    if (created.replayed) return created;
    const { jobId } = created;
    await beginJob(tx, jobId);
    await requestClarification(tx, { jobId, question: questionOf(jobId), intent: null });
    return created;
  });
}

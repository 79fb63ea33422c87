import { LockMode } from "@mikro-orm/core";

import { Job } from "#db/entities/job.ts";
import { stopJobs } from "#db/jobs/stop-jobs.ts";
import type { EntityManager } from "#db/orm.ts";

/** Requests cancellation of the jobs of steps. Jobs that have ended, or are being canceled, stay unchanged. */
export async function cancelStepJobs(em: EntityManager, jobIds: readonly string[]): Promise<void> {
  for (const jobId of jobIds) {
    await em.transactional(async (tx) => {
      await tx.findOneOrFail(Job, jobId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      await stopJobs(tx, { jobId });
    });
  }
}

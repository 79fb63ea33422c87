import { LockMode } from "@mikro-orm/core";

import { Job, type JobError } from "#db/entities/job.ts";
import { endWithoutResult } from "#db/jobs/job-steps.ts";
import type { EntityManager } from "#db/orm.ts";
import { isFinal, type JobStatus } from "#domain/jobs/job.ts";
import type { StepRow } from "#domain/pipelines/runs/step-row.ts";

import { writeRunSteps } from "./run-steps.ts";

interface StuckRun {
  readonly runId: string;
  readonly rows: readonly StepRow[];
  /** Progress in percent, which the run keeps. */
  readonly progress: number;
  readonly error: JobError;
}

/**
 * Ends a run with an error and releases its reserve, in one commit; a run that is being canceled ends as canceled. A
 * run that has ended stays as it is. Throws while a job of the run is open.
 */
export async function endStuckRun(
  em: EntityManager,
  { runId, rows, progress, error }: StuckRun,
): Promise<JobStatus> {
  return em.transactional(async (tx) => {
    const job = await tx.findOneOrFail(Job, runId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { status } = job;
    if (isFinal(status)) return status;
    const open = await tx.count(Job, { runId, finishedAt: null });
    if (open > 0) throw new Error(`${open} jobs of the run are open`);
    // Events of steps have the run's progress.
    if (job.progress < progress) {
      job.progress = progress;
      await tx.flush();
    }
    // The rows exist, so their kinds stay.
    if (rows.length > 0) await writeRunSteps(tx, runId, rows, {});
    return endWithoutResult(tx, {
      jobId: runId,
      ...(status === "canceling" ? { status: "canceled" } : { status: "failed", error }),
    });
  });
}

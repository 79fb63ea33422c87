import { WorkflowNotFoundError, type Client } from "@temporalio/client";

import { endWithoutResult, toJobError } from "#db/jobs/job-steps.ts";
import { findJobState } from "#db/jobs/jobs.ts";
import { claimStaleJobs, noteResume, noteStuck, type StaleJob } from "#db/jobs/reconcile.ts";
import { errorCatalog } from "#domain/errors.ts";
import { isFinal, workflowIdOf } from "#domain/jobs/job.ts";
import { afterLostRun, type LostRun } from "#domain/jobs/lost-run.ts";

import { reconcileInBatches, type Reconciling } from "./reconcile-in-batches.ts";
import { startRun } from "./start-run.ts";
import { withCallDeadline } from "./with-call-deadline.ts";

/**
 * Attempts of one workflow task from which its job counts as stuck. A worker that dies causes a second
 * attempt; a third one means that the task itself fails.
 */
const stuckAttempts = 3;

export interface Reconciled {
  /** Jobs whose run was checked. */
  readonly looked: number;
  /** Jobs that received a new run. */
  readonly resumed: number;
  /** Jobs that were ended and refunded. */
  readonly ended: number;
}

/**
 * Starts a new run for every unfinished job without one, which happens after a termination or when Temporal
 * lost its data. The run continues from the rows. Safe to run concurrently. While Temporal is unavailable,
 * nothing is claimed and nothing is thrown.
 */
export async function reconcileJobs(
  reconciling: Reconciling,
  signal?: AbortSignal,
): Promise<Reconciled> {
  const { orm, staleSeconds: seconds } = reconciling;
  const total = { looked: 0, resumed: 0, ended: 0 };
  let after = "";
  await reconcileInBatches(
    reconciling,
    {
      async claim(limit) {
        const jobs = await claimStaleJobs(orm.em.fork(), { seconds, after, limit });
        after = jobs.at(-1)?.jobId ?? after;
        return jobs;
      },
      async reconcile(job) {
        const result = await reconcileSafely(job, reconciling);
        total.looked += 1;
        if (result === "resume") total.resumed += 1;
        if (result === "end") total.ended += 1;
      },
    },
    signal,
  );
  return total;
}

/**
 * Logs a failure instead of throwing it, so that one job does not block the others. It is claimed again
 * later.
 */
async function reconcileSafely(
  job: StaleJob,
  reconciling: Reconciling,
): Promise<"none" | "resume" | "end"> {
  try {
    return await reconcile(job, reconciling);
  } catch (error) {
    reconciling.logger.warn({ jobId: job.jobId, error }, "job not reconciled; retrying later");
    return "none";
  }
}

async function reconcile(
  job: StaleJob,
  { orm, client, logger }: Reconciling,
): Promise<"none" | "resume" | "end"> {
  const { jobId, attempt, organization } = job;
  const run = await withCallDeadline(client, async () => findRun(client, job));
  if (typeof run === "number") {
    await reportStuck(job, run, { orm, logger });
    return "none";
  }
  // The run may have ended its job after the claim.
  const state = await findJobState(orm.em.fork(), jobId);
  if (state === null || isFinal(state.status)) return "none";
  if (afterLostRun(run, attempt) === "end") {
    const code = "run_terminated";
    const status = await endWithoutResult(orm.em.fork(), {
      jobId,
      ...(job.status === "canceling"
        ? { status: "canceled" }
        : { status: "failed", error: toJobError(code, errorCatalog[code].message) }),
    });
    logger.warn({ jobId, status }, "job ended: its run was terminated before a request was sent");
    return "end";
  }
  const resumes = job.resumes + 1;
  await withCallDeadline(client, async () => startRun(client, { jobId, resumes, organization }));
  await noteResume(orm.em.fork(), { jobId, resumes });
  logger.warn({ jobId, resumes, run, attempt }, "job resumed: no run existed");
  return "resume";
}

/** Marks a job whose run cannot proceed, and removes the mark when it can. Logs each mark once. */
async function reportStuck(
  { jobId, resumes, isStuck: wasStuck }: StaleJob,
  attempt: number,
  { orm, logger }: Pick<Reconciling, "orm" | "logger">,
): Promise<void> {
  const isStuck = attempt >= stuckAttempts;
  if (isStuck === wasStuck) return;
  const isChanged = await noteStuck(orm.em.fork(), { jobId, isStuck });
  if (!isStuck || !isChanged) return;
  logger.warn(
    { jobId, workflowId: workflowIdOf(jobId, resumes), attempt },
    "job stuck: its workflow task fails repeatedly",
  );
}

/**
 * Looks for the run of a job. Returns the attempt of its pending workflow task, 0 without one, or how the
 * run was lost. Repeats the cancellation of a job that is `canceling`.
 */
async function findRun(client: Client, job: StaleJob): Promise<number | LostRun> {
  const handle = client.workflow.getHandle(workflowIdOf(job.jobId, job.resumes));
  try {
    const { status, raw } = await handle.describe();
    if (status.name === "RUNNING" || status.name === "PAUSED") {
      if (job.status === "canceling") await handle.cancel();
      return raw.pendingWorkflowTask?.attempt ?? 0;
    }
    return status.name === "TERMINATED" ? "terminated" : "gone";
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return "gone";
    throw error;
  }
}

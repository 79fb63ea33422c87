import { endWithoutResult, toJobError } from "#db/jobs/job-steps.ts";
import { findJobState } from "#db/jobs/jobs.ts";
import { claimStaleJobs, noteResume, noteStuck, type StaleJob } from "#db/jobs/reconcile.ts";
import { findRunSummary } from "#db/pipelines/run-summary.ts";
import { errorCatalog } from "#domain/errors.ts";
import { isFinal, workflowIdOf } from "#domain/jobs/job.ts";
import { afterLostRun } from "#domain/jobs/lost-run.ts";

import { findRun } from "./find-run.ts";
import { reconcileInBatches, type Reconciling } from "./reconcile-in-batches.ts";
import { startRun } from "./start-run.ts";
import { inTrace } from "./trace-runs.ts";
import { withCallDeadline } from "./with-call-deadline.ts";

/** A run is stalled when the server has not acted for this many intervals of the reconciler. */
const stalledIntervals = 5;

/**
 * Runs of a job after which a stalled one is only reported. More mean that the clocks of the engine and of
 * Temporal differ by minutes, so that every run seems stalled.
 */
const replacedRunsMax = 3;

export interface Reconciled {
  /** Jobs whose run was checked. */
  readonly looked: number;
  /** Jobs that received a new run. */
  readonly resumed: number;
  /** Jobs that were ended and refunded. */
  readonly ended: number;
}

/**
 * Starts a new run for every unfinished job without one that can proceed, which happens after a termination
 * or when Temporal lost its data or a task. The run continues from the rows. Safe to run concurrently. While
 * Temporal is unavailable, nothing is claimed and nothing is thrown.
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
  { orm, client, logger, staleSeconds }: Reconciling,
): Promise<"none" | "resume" | "end"> {
  const { jobId, attempt, organization, isBackground } = job;
  const handle = client.workflow.getHandle(workflowIdOf(jobId, job.resumes));
  const run = await withCallDeadline(client, async () => {
    const patienceMs = stalledIntervals * staleSeconds * 1_000;
    const found = await findRun(client, handle, { patienceMs });
    const isRunning = found !== "terminated" && found !== "gone";
    if (isRunning && job.status === "canceling") await handle.cancel();
    return found;
  });
  if (run === "normal" || run === "failing" || (run === "stalled" && !isReplaceable(job))) {
    await reportStuck(job, run, { orm, logger });
    return "none";
  }
  // The run may have ended its job after the claim.
  const state = await findJobState(orm.em.fork(), jobId);
  if (state === null || isFinal(state.status)) return "none";
  // A run of a pipeline may have jobs that go on, so it always continues.
  if (!job.isRun && afterLostRun(run, attempt) === "end") {
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
  const workflow = job.isRun ? "runPipeline" : "generateMedia";
  const summary = job.isRun ? await findRunSummary(orm.em.fork(), jobId) : undefined;
  await inTrace(job.trace, async () =>
    withCallDeadline(client, async () =>
      startRun(client, { jobId, resumes, organization, workflow, isBackground, summary }),
    ),
  );
  await noteResume(orm.em.fork(), { jobId, resumes });
  logger.warn({ jobId, resumes, run, attempt }, "job resumed: its run was lost");
  if (run === "stalled") {
    // Last, because a job without a recorded resume ends when its run is terminated.
    await withCallDeadline(client, async () => handle.terminate("replaced: it was stalled"));
  }
  return "resume";
}

/** A stalled run is replaced when it is found a second time: after an outage, overdue timers fire late. */
function isReplaceable({ isStuck, resumes }: StaleJob): boolean {
  return isStuck && resumes < replacedRunsMax;
}

/** Marks a job whose run cannot proceed, and removes the mark when it can. Logs each mark once. */
async function reportStuck(
  { jobId, resumes, isStuck: wasStuck }: StaleJob,
  run: "normal" | "failing" | "stalled",
  { orm, logger }: Pick<Reconciling, "orm" | "logger">,
): Promise<void> {
  const isStuck = run !== "normal";
  if (isStuck === wasStuck) return;
  const isChanged = await noteStuck(orm.em.fork(), { jobId, isStuck });
  if (!isStuck || !isChanged) return;
  logger.warn(
    { jobId, workflowId: workflowIdOf(jobId, resumes) },
    run === "failing"
      ? "job stuck: its workflow task, or the turn of its pipeline, fails repeatedly"
      : "job stuck: Temporal has lost a task or a timer of its run",
  );
}

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { Job } from "#db/entities/job.ts";
import { toJobError } from "#db/jobs/job-steps.ts";
import { cancelStepJobs } from "#db/pipelines/cancel-step-jobs.ts";
import { endStuckRun } from "#db/pipelines/end-stuck-run.ts";
import { listEndedStepJobs } from "#db/pipelines/load-run.ts";
import { listRunSteps } from "#db/pipelines/run-steps.ts";
import { listRunViews } from "#db/pipelines/run-views.ts";
import { abandonDeliveries } from "#db/webhooks/abandon-deliveries.ts";
import { errorCatalog } from "#domain/errors.ts";
import { isSettled, type StepRow } from "#domain/pipelines/runs/step-row.ts";

import { endOfJob } from "./step-values.ts";
import { unsentEvent } from "./unsent-event.ts";

type AbandonDependencies = Pick<ActivityDependencies, "orm" | "logger">;

const code = "run_stuck";

/**
 * Ends a run whose turns always fail, without a decision: releases what it has not spent, and keeps the results of jobs
 * that have completed, so that a resume does not pay for them again. Throws until the canceled jobs have ended.
 */
export async function abandonRun(
  runId: string,
  dependencies: AbandonDependencies,
): Promise<{ status: string }> {
  const { orm, logger } = dependencies;
  const open = await orm.em.fork().find(Job, { runId, finishedAt: null }, { fields: ["id"] });
  if (open.length > 0) {
    await cancelStepJobs(
      orm.em.fork(),
      open.map(({ id }) => id),
    );
    throw new Error(`the run has ${open.length} jobs that are being canceled`);
  }
  const rows = await listRunSteps(orm.em.fork(), runId);
  const ended = await listEndedStepJobs(orm.em.fork(), rows);
  const settled = [...rows.values()].filter((row) => !isSettled(row)).map((row) => end(row, ended));
  const error = toJobError(code, errorCatalog[code].message);
  const progress = await findShownProgress(runId, dependencies);
  const status = await endStuckRun(orm.em.fork(), { runId, rows: settled, progress, error });
  await abandonDeliveries(orm.em.fork(), { eventIds: settled.flatMap(unsentEvent) });
  logger.error({ jobId: runId, status }, "run abandoned: its turns always fail");
  return { status };
}

/** Progress that reads of the run have shown. A run that cannot be read has shown none since its last turn, and ends all the same. */
async function findShownProgress(
  runId: string,
  { orm, logger }: AbandonDependencies,
): Promise<number> {
  try {
    const views = await listRunViews(orm.em.fork(), [runId], { inFull: true });
    return views.get(runId)?.percent ?? 0;
  } catch (error) {
    logger.warn({ jobId: runId, error }, "progress of the abandoned run is unknown");
    return 0;
  }
}

function end(row: StepRow, ended: Awaited<ReturnType<typeof listEndedStepJobs>>): StepRow {
  if (row.status !== "running") return { ...row, status: "skipped", reason: "scope_ended" };
  const made = ended.get(row.jobId ?? "");
  const result = made === undefined ? null : endOfJob(made);
  return result?.status === "completed"
    ? { ...row, status: "completed", value: result.value }
    : { ...row, status: "failed", error: { code, step: row.key } };
}

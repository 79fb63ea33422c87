import { Job } from "#db/entities/job.ts";
import { findRetentionDays } from "#db/jobs/outputs.ts";
import type { EntityManager } from "#db/orm.ts";
import { locateRunSteps } from "#domain/pipelines/locate-steps.ts";
import type { StepRow } from "#domain/pipelines/runs/step-row.ts";
import type { Steps } from "#domain/pipelines/step.ts";

/** Keeps files that a run reuses as long as those that it makes. */
export async function keepReusedFiles(
  tx: EntityManager,
  { runId, steps, rows }: { runId: string; steps: Steps; rows: readonly StepRow[] },
): Promise<void> {
  const brief = listBriefSteps(steps);
  const jobIds = rows.flatMap(({ status, step, jobId }) =>
    status === "reused" && jobId !== undefined && !brief.includes(step) ? jobId : [],
  );
  if (jobIds.length === 0) return;
  const { organizationId } = await tx.findOneOrFail(Job, runId);
  await tx.execute(
    `update outputs set expires_at = greatest(expires_at, now() + make_interval(days => ?))
     where job_id in (${jobIds.map(() => "?").join(", ")}) and deleted_at is null`,
    [await findRetentionDays(tx, organizationId), ...jobIds],
  );
}

/** Lets the files of steps with `keep: "day"` expire a day after the end of their run. */
export async function keepFilesForDay(
  tx: EntityManager,
  { runId, steps }: { runId: string; steps: Steps },
): Promise<void> {
  const brief = listBriefSteps(steps);
  if (brief.length === 0) return;
  await tx.execute(
    `update outputs o set expires_at = least(o.expires_at, now() + interval '1 day')
     from run_steps s join jobs j on j.id = s.job_id and j.run_id = s.run_id
     where s.run_id = ? and s.step in (${brief.map(() => "?").join(", ")}) and o.job_id = j.id`,
    [runId, ...brief],
  );
}

/** Names of the steps whose files are kept for a day. */
function listBriefSteps(steps: Steps): string[] {
  return locateRunSteps(steps).flatMap(({ name, step }) => (step.keep === "day" ? name : []));
}

import { LockMode } from "@mikro-orm/core";

import { type AuditAct, recordAudit } from "#db/audit.ts";
import { Job, Output, ProviderSubmission } from "#db/entities/job.ts";
import { RunOutput, RunStep } from "#db/entities/pipeline-run.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";

import { removeText } from "./remove-text.ts";

/**
 * Deletes a finished job for its callers: request text and results are removed in this commit, files are
 * purged later. Deletes the jobs of a run's steps with the run, except those that other runs reuse: they are deleted
 * with the last of these runs. Ledger entries stay. Repeated calls change nothing. Throws `job_not_found`,
 * `outside_organization`, `job_not_final` or `job_in_use`.
 */
export async function deleteJob(
  em: EntityManager,
  {
    jobId,
    organizationId,
    actor,
  }: { jobId: string; organizationId: string; actor: Omit<AuditAct, "action"> },
): Promise<void> {
  await em.transactional(async (tx) => {
    const job = await tx.findOne(Job, jobId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (job === null) throw new AppError("job_not_found", { details: { jobId } });
    if (job.organizationId !== organizationId) throw new AppError("outside_organization");
    if (job.deletedAt) return;
    if (!isFinal(job.status)) {
      throw new AppError("job_not_final", { details: { status: job.status } });
    }
    await refuseUsed(tx, jobId);
    for (const stepJobId of await listStepJobs(tx, jobId)) {
      await deleteJob(tx, { jobId: stepJobId, organizationId, actor });
    }
    await removeText(tx, [jobId]);
    await tx.nativeDelete(RunStep, { runId: jobId });
    await tx.nativeDelete(RunOutput, { runId: jobId });
    const deletedAt = new Date();
    await tx.nativeUpdate(Job, { id: jobId }, { deletedAt });
    await tx.nativeUpdate(Output, { jobId, deletedAt: null }, { deletedAt });
    await recordAudit(tx, { ...actor, action: "job.deleted", targetType: "job", targetId: jobId });
  });
}

/**
 * Runs that have not ended and use the job of the given column: as a step, or because they resume this run, so that they
 * may still reuse its steps.
 */
export const runsUsing = (jobId: string): string => `
  select run.id as run_id from run_steps s join jobs run on run.id = s.run_id
  where s.job_id = ${jobId} and run.finished_at is null
  union all
  select run.id from pipeline_runs former
    join pipeline_runs later on later.root_id = former.root_id and later.resume_of is not null
    join jobs run on run.id = later.job_id
  where former.job_id = ${jobId} and run.finished_at is null`;

/** Throws `job_in_use` while a run that has not ended uses the job. */
async function refuseUsed(tx: EntityManager, jobId: string): Promise<void> {
  const [user] = await tx.execute<{ run_id: string }[]>(`${runsUsing("?")} limit 1`, [
    jobId,
    jobId,
  ]);
  if (user !== undefined) throw new AppError("job_in_use", { details: { runId: user.run_id } });
}

/**
 * Lists the jobs that are deleted with a run: those of its steps, and reused ones whose run is deleted. A run that has
 * ended has no open jobs.
 */
async function listStepJobs(tx: EntityManager, runId: string): Promise<string[]> {
  const rows = await tx.execute<{ id: string }[]>(
    `select j.id from jobs j
     where j.deleted_at is null and (
       j.run_id = ?
       or j.id in (select s.job_id from run_steps s where s.run_id = ?)
         and exists (select 1 from jobs run where run.id = j.run_id and run.deleted_at is not null))
       and not exists (select 1 from run_steps s where s.job_id = j.id and s.run_id <> ?)
     order by j.id`,
    [runId, runId, runId],
  );
  return rows.map(({ id }) => id);
}

/** Lists deleted jobs whose files may not be purged yet, oldest deletion first. */
export async function listUnpurgedJobs(
  em: EntityManager,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from jobs where deleted_at < now() - make_interval(secs => ?) and purged_at is null
     order by deleted_at limit ?`,
    [seconds, limit],
  );
  return rows.map(({ id }) => id);
}

/** Lists the storage keys of files that belong to this job only; referenced assets are excluded. */
export async function listJobFiles(em: EntityManager, jobId: string): Promise<string[]> {
  const job = await em.findOneOrFail(Job, jobId);
  const outputs = await em.find(Output, { jobId });
  const submissions = await em.find(ProviderSubmission, { jobId });
  const keys = [
    ...(job.storedInputs ?? []).map(({ storageKey }) => storageKey),
    ...outputs.map(({ storageKey }) => storageKey),
    ...submissions.flatMap(({ result }) =>
      (result?.files ?? []).flatMap(({ source }) =>
        "storageKey" in source ? source.storageKey : [],
      ),
    ),
  ];
  return [...new Set(keys)].filter((key) => key.startsWith(`jobs/${jobId}/`));
}

/** Records that a job's files are purged and clears the columns that reference them. */
export async function notePurge(em: EntityManager, jobId: string): Promise<void> {
  await em.transactional(async (tx) => {
    await tx.nativeUpdate(ProviderSubmission, { jobId }, { result: null });
    const gone = { storedInputs: null, purgedAt: new Date() };
    await tx.nativeUpdate(Job, { id: jobId, purgedAt: null }, gone);
  });
}

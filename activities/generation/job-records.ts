import type { ActivityDependencies } from "#activities/dependencies.ts";
import { Job } from "#db/entities/job.ts";
import { findGenerationRows } from "#db/jobs/generation-rows.ts";
import { beginJob, completeJob, endWithoutResult, toJobError } from "#db/jobs/job-steps.ts";
import { mainStep } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { errorCatalog, type ErrorCode } from "#domain/errors.ts";
import type {
  BeginJobInput,
  GenerationOutcome,
  GenerationPlan,
  GenerationRef,
  StartPosition,
} from "#domain/jobs/generation-run.ts";
import { isFinal } from "#domain/jobs/job.ts";
import { deadlineSecondsOf } from "#domain/jobs/time-limits.ts";
import { generationOf } from "#domain/requests/generation-of.ts";

/** Takes a queued job, or returns the position of a running one. A deleted job counts as ended. */
export function createBeginJob({ orm }: Pick<ActivityDependencies, "orm">) {
  return async function runBeginJob({
    jobId,
    writesChanges,
  }: BeginJobInput): Promise<StartPosition> {
    const em = orm.em.fork();
    const position = await beginJob(em, jobId);
    if (position === null) return { state: "ended", status: "deleted" };
    if (isFinal(position.status)) return { state: "ended", status: position.status };
    const plan = position.needsPlan ? null : await findPlan(orm.em.fork(), jobId);
    const confirmed = writesChanges === undefined ? {} : { writesChanges };
    if (position.status === "canceling") return { state: "canceling", plan, ...confirmed };
    const { needsIntent, needsInputs } = position;
    return { state: "running", needsIntent, needsInputs, plan, ...confirmed };
  };
}

/** Reads the frozen choice of a job and its current generation from the rows. */
export async function findPlan(em: EntityManager, jobId: string): Promise<GenerationPlan> {
  const { job, submission, model, provider } = await findGenerationRows(em, {
    jobId,
    step: mainStep,
  });
  const { operation } = job.request;
  const { capability, contentType } =
    operation === undefined
      ? generationOf(job)
      : { capability: operation.name, contentType: job.contentType ?? "" };
  return {
    provider: provider.slug,
    model: model.id,
    contentType,
    capability,
    credits: job.credits ?? 0,
    generation: submission.generation,
    deadlineSeconds: deadlineSecondsOf(model.typicalSeconds),
  };
}

export function createCompleteJob({ orm }: ActivityDependencies) {
  return async function runCompleteJob(ref: GenerationRef): Promise<GenerationOutcome> {
    return { status: await completeJob(orm.em.fork(), ref) };
  };
}

/** Ends a job with an error and releases its credits. Keeps error details that an earlier step recorded. */
export function createFailJob({ orm, logger }: Pick<ActivityDependencies, "orm" | "logger">) {
  return async function runFailJob({
    jobId,
    code,
  }: {
    jobId: string;
    code: ErrorCode;
  }): Promise<{ status: string }> {
    const em = orm.em.fork();
    const job = await em.findOneOrFail(Job, jobId);
    const noted =
      job.error?.code === code ? job.error : toJobError(code, errorCatalog[code].message);
    const status = await endWithoutResult(em.fork(), { jobId, status: "failed", error: noted });
    logger.warn({ jobId, code, status }, "job failed");
    return { status };
  };
}

export function createCancelJob({ orm }: ActivityDependencies) {
  return async function runCancelJob({ jobId }: { jobId: string }): Promise<{ status: string }> {
    return { status: await endWithoutResult(orm.em.fork(), { jobId, status: "canceled" }) };
  };
}

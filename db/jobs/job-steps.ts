import { LockMode } from "@mikro-orm/core";

import { captureOf, holdCredits, releaseCredits } from "#db/billing/credits.ts";
import { Job, type JobError, ProviderSubmission } from "#db/entities/job.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import {
  canBecome,
  isFinal,
  progressPercent,
  statusesBefore,
  type JobStage,
  type JobStatus,
} from "#domain/jobs/job.ts";
import type { MessageRun } from "#domain/pipelines/message-run.ts";
import type { AnswerableQuestion } from "#domain/requests/answerable-question.ts";
import {
  submissionKey,
  type GenerationInput,
  type StoredInput,
} from "#domain/requests/generation.ts";
import { settleIntent, type Intent, type OpenIntent } from "#domain/requests/intent.ts";
import type { JobChoice } from "#domain/routing/job-choice.ts";
import type { OptimizeGoal } from "#domain/routing/routing.ts";

import { closeSubmissions } from "./jobs.ts";

/*
 * Writes of a running job. Each is one transaction that locks the job's row. Concurrent runs of one job (a
 * reset run and its predecessor, for example) are therefore serialized, and the second finds the work done.
 */

/** State of a job when its workflow starts or restarts; the workflow continues from here. */
export interface JobPosition {
  readonly status: JobStatus;
  /** The message must be parsed first. */
  readonly needsIntent: boolean;
  /** A model must be chosen and its price held. */
  readonly needsPlan: boolean;
  /** Inputs must be copied to the platform's storage. */
  readonly needsInputs: boolean;
}

/**
 * Moves a queued job to `processing` and returns its position. Leaves a running or finished job unchanged.
 * Returns null when the job does not exist.
 */
export async function beginJob(em: EntityManager, jobId: string): Promise<JobPosition | null> {
  await em.execute(
    `update jobs set status = 'processing', started_at = ?, revision = revision + 1
     where id = ? and status = 'queued'`,
    [new Date(), jobId],
  );
  // A message of a conversation may refer to files of earlier ones, which its parsing finds.
  const [position] = await em.execute<JobPosition[]>(
    `select status, credits is null as "needsPlan",
       intent is null and coalesce((request -> 'parseIntent')::boolean, false) as "needsIntent",
       stored_inputs is null
         and (conversation_id is not null or jsonb_array_length(request -> 'inputs') > 0) as "needsInputs"
     from jobs where id = ?`,
    [jobId],
  );
  return position ?? null;
}

/**
 * Updates stage, progress and ETA of a job. Progress never decreases, and a finished job is not changed. Omit
 * `etaSeconds` when the remaining time of the stage is unknown.
 */
export async function noteStage(
  em: EntityManager,
  {
    jobId,
    stage,
    fraction,
    etaSeconds,
  }: { jobId: string; stage: JobStage; fraction?: number; etaSeconds?: number },
): Promise<void> {
  const progress = progressPercent(stage, fraction);
  await em.execute(
    `update jobs set stage = ?, progress = greatest(progress, ?), eta_seconds = ?, revision = revision + 1
     where id = ? and finished_at is null
       and (stage is distinct from ? or progress < ? or (? and eta_seconds is not null))`,
    [stage, progress, etaSeconds ?? null, jobId, stage, progress, etaSeconds === undefined],
  );
}

/**
 * Saves the parsed intent. The first writer wins, because a language model may parse the same message
 * differently.
 */
export async function saveIntent(
  em: EntityManager,
  { jobId, intent, inputs = [], optimizeFor }: SavedIntent,
): Promise<OpenIntent> {
  return em.transactional(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job.intent !== null && job.intent !== undefined) return job.intent;
    if (inputs.length > 0 || optimizeFor !== undefined) {
      const { request } = job;
      const goal = optimizeFor === undefined ? {} : { optimizeFor };
      job.request = {
        ...request,
        inputs: [...request.inputs, ...inputs],
        ...(optimizeFor === undefined ? {} : { routing: { ...request.routing, ...goal } }),
      };
    }
    const settled = noteIntent(job, withOwnFiles(intent, jobId));
    job.revision += 1;
    return settled;
  });
}

interface SavedIntent {
  readonly jobId: string;
  readonly intent: Intent;
  /** Files of earlier messages of the conversation, which the job takes in addition to its own. */
  readonly inputs?: readonly GenerationInput[] | undefined;
  readonly optimizeFor?: OptimizeGoal | undefined;
}

/** The parser does not know the id of the job whose files it names. */
function withOwnFiles(intent: Intent, jobId: string): Intent {
  const { understood } = intent;
  if (understood === undefined) return intent;
  const refersTo = understood.refersTo.map((reference) =>
    "inputOf" in reference && reference.inputOf === ""
      ? { ...reference, inputOf: jobId }
      : reference,
  );
  return { ...intent, understood: { ...understood, refersTo } };
}

/** The row reports the capability that runs, which the request decides before the message. */
function noteIntent(job: Job, read: OpenIntent): OpenIntent {
  const intent = settleIntent(read, job.request);
  job.intent = intent;
  job.capability = intent.capability ?? null;
  job.contentType = intent.contentType ?? null;
  return intent;
}

/**
 * Ends a job with a question for its caller (`needs_input`) and keeps what was read from the message, for the
 * retry that answers the question. A job that is being canceled ends as `canceled`.
 * Nothing is held yet, so no credits are released. Returns the job's status.
 */
export async function requestClarification(
  em: EntityManager,
  {
    jobId,
    question,
    intent,
    run,
  }: {
    jobId: string;
    question: AnswerableQuestion;
    intent: OpenIntent | null;
    /** Run that starts when the caller confirms it. */
    run?: MessageRun | undefined;
  },
): Promise<JobStatus> {
  return em.transactional(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job.status === "canceling") endJob(job, "canceled");
    if (!canBecome(job.status, "needs_input")) return job.status;
    job.question = question;
    if (intent !== null) noteIntent(job, intent);
    if (run !== undefined) job.request = { ...job.request, run };
    endJob(job, "needs_input");
    return job.status;
  });
}

export async function saveInputs(
  em: EntityManager,
  { jobId, inputs }: { jobId: string; inputs: StoredInput[] },
): Promise<void> {
  await em.transactional(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job.storedInputs !== null && job.storedInputs !== undefined) return;
    job.storedInputs = inputs;
  });
}

/**
 * Freezes model and price, holds the credits and prepares the submission, in one commit. A repeated call
 * keeps the first choice. Throws `insufficient_credits`.
 */
export async function planJob(
  em: EntityManager,
  { jobId, step, choice }: { jobId: string; step: string; choice: JobChoice },
): Promise<void> {
  await em.transactional(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job.credits !== null && job.credits !== undefined) return;
    if (isFinal(job.status)) return;
    job.modelId = choice.modelId;
    job.providerSlug = choice.providerSlug;
    job.credits = choice.credits;
    job.routing = choice.routing;
    job.revision += 1;
    await tx.flush();
    const { organizationId } = job;
    await holdCredits(
      tx,
      { jobId, step, generation: 1 },
      { organizationId, amount: choice.credits },
    );
    tx.create(ProviderSubmission, {
      id: createId("submission"),
      jobId,
      step,
      generation: 1,
      organizationId,
      providerSlug: choice.providerSlug,
      modelId: choice.modelId,
      providerKeyId: choice.providerKeyId,
      idempotencyKey: submissionKey(jobId, step, 1),
      state: "prepared",
    });
  });
}

/**
 * Completes a job whose outputs are stored and charges it, in one statement: the frozen price of as many results as the
 * provider made, at most the hold. Takes precedence over a late cancellation: stored outputs are delivered and charged.
 */
export async function completeJob(
  em: EntityManager,
  { jobId, step, generation }: GenerationRef,
): Promise<JobStatus> {
  const before = statusesBefore("completed");
  const [ended] = await em.execute<{ status: JobStatus }[]>(
    `with made as (
       select result -> 'engine' as engine, jsonb_array_length(result -> 'files') as files
       from provider_submissions where job_id = ? and step = ? and generation = ?),
     ended as (
       update jobs set status = 'completed', stage = null, eta_seconds = null, progress = 100,
         finished_at = ?, stuck_since = null, revision = revision + 1,
         engine = coalesce((select engine from made), engine)
       where id = ? and status in (${before.map(() => "?").join(", ")})
       returning id, status, routing -> 'creditsByCount' -> ((select files from made) - 1) as charge),
     ${captureOf(`
       select entry.*, least(entry.amount, coalesce(ended.charge::int, entry.amount)) as charge
       from ended join credit_entries entry
         on entry.kind = 'hold' and entry.job_id = ended.id and entry.step = ? and entry.generation = ?`)}
     select status from ended`,
    [jobId, step, generation, new Date(), jobId, ...before, step, generation],
  );
  return ended?.status ?? (await readStatus(em, jobId));
}

async function readStatus(em: EntityManager, jobId: string): Promise<JobStatus> {
  const [job] = await em.execute<{ status: JobStatus }[]>(`select status from jobs where id = ?`, [
    jobId,
  ]);
  if (job === undefined) throw new Error("the job does not exist");
  return job.status;
}

/** Ends a job without a result and releases every unsettled hold, in one commit. */
export async function endWithoutResult(
  em: EntityManager,
  { jobId, status, error }: { jobId: string; status: "failed" | "canceled"; error?: JobError },
): Promise<JobStatus> {
  return em.transactional(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (!canBecome(job.status, status)) return job.status;
    if (error !== undefined) job.error = error;
    endJob(job, status);
    await tx.flush();
    await releaseCredits(tx, jobId);
    await closeSubmissions(tx, jobId, status);
    return job.status;
  });
}

export function toJobError(
  code: ErrorCode,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): JobError {
  const hasDetails = details !== undefined && Object.keys(details).length > 0;
  return hasDetails ? { code, message, details } : { code, message };
}

async function lockJob(em: EntityManager, jobId: string): Promise<Job> {
  return em.findOneOrFail(Job, jobId, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Sets the fields of a job that ends. */
export function endJob(job: Job, status: JobStatus): void {
  job.status = status;
  job.stage = null;
  job.etaSeconds = null;
  job.finishedAt = new Date();
  job.stuckSince = null;
  job.revision += 1;
}

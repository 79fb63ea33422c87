import {
  CheckConstraintViolationException,
  type FilterObject,
  LockMode,
  type QueryOrderMap,
  raw,
} from "@mikro-orm/core";

import { isShortage, translateShortage } from "#db/billing/credits.ts";
import { translateMissingConversation } from "#db/conversations/conversations.ts";
import { currentTrace } from "#db/current-trace.ts";
import { Job, type JobRequest } from "#db/entities/job.ts";
import { executePrepared } from "#db/execute-prepared.ts";
import { createId, idsWithin } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { plans, planSlugs } from "#domain/billing/plans.ts";
import { conversationIdOf, newConversation } from "#domain/conversations/conversation-id.ts";
import { AppError } from "#domain/errors.ts";
import { isFinal, type JobDoor, type JobSource, type JobStatus } from "#domain/jobs/job.ts";
import type { Capability, ContentType } from "#domain/requests/capability.ts";
import { submissionKey } from "#domain/requests/generation.ts";
import type { Intent } from "#domain/requests/intent.ts";
import type { JobChoice } from "#domain/routing/job-choice.ts";

import { translateMissingAsset } from "./assets.ts";
import { hasWords } from "./job-words.ts";
import { heldSeconds } from "./pending-responses.ts";
import { type CreatedJob, findReplayedJob, type KeyedRequest } from "./replays.ts";
import { stopJobs } from "./stop-jobs.ts";

/** Step name of a job with a single generation; pipelines name their own steps. */
export const mainStep = "main";

export interface NewJob {
  readonly organizationId: string;
  readonly accountId: string;
  readonly apiKeyId: string | null;
  readonly source: JobSource;
  /** Door through which the job is accepted; absent for the API itself. */
  readonly door?: JobDoor | null;
  readonly request: JobRequest;
  readonly contentType: ContentType | null;
  readonly capability: Capability | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Position in a batch, with the caller's id of the item. */
  readonly batch?: { readonly id: string; readonly index: number; readonly itemId: string | null };
  /** Version of the pipeline of a run, or of the run to which a step belongs. */
  readonly pipeline?: { readonly id: string; readonly version: number };
  /** Step of a pipeline's run, by its key. The run's reserve holds its credits: see `moveReserve`. */
  readonly run?: { readonly id: string; readonly step: string; readonly attempt: number };
  /** Conversation in which the job is a message; "new": the job starts one. */
  readonly conversation?: string | undefined;
  /** Present when an estimate already parsed the message; the workflow does not parse it again. */
  readonly intent?: Intent | null;
  /** Present when the price is known at acceptance: the credits are then held in the same commit. */
  readonly choice: JobChoice | null;
  readonly idempotency: KeyedRequest | null;
  /** Hash of a request without an idempotency key: a repetition joins the job until its response is delivered. */
  readonly pendingResponse?: { readonly requestHash: Buffer } | undefined;
  /** `traceparent` of the request; absent: the current trace. */
  readonly trace?: string | null;
}

/**
 * Accepts a job: job, idempotency receipt, hold, prepared submission and outbox row are written by one
 * statement, so a crash leaves all of them or none. The same idempotency key with the same request returns
 * the first job with `replayed: true`; with another request it throws `idempotency_mismatch`. Throws one of
 * `shortageCodes` when the price is known and cannot be held, `job_limit_reached` when the organization has as many
 * unfinished jobs as its plan allows, `asset_expired` when a referenced asset is no longer kept, and
 * `conversation_not_found` when its conversation was deleted.
 */
export async function createJob(em: EntityManager, job: NewJob): Promise<CreatedJob> {
  const [created] = await createJobs(em, [job]);
  return created ?? findReplayedJob(em, job);
}

/**
 * Accepts several jobs in one commit, all or none, each as by `createJob`. Lets callers that would otherwise
 * wait for each other share a commit. No two of the jobs may carry the same idempotency key. Returns null for a
 * job whose key is known: `findReplayedJob` finds the first one.
 */
export async function createJobs(
  em: EntityManager,
  jobs: readonly NewJob[],
): Promise<(CreatedJob | null)[]> {
  const rows = jobs.map((job) => ({ job, jobId: createId("job") }));
  const accepted = await translateRefusal(() =>
    executePrepared<{ id: string }>(em, {
      name: "accept-jobs",
      sql: acceptStatement,
      values: [JSON.stringify(rows.map(toAcceptRow))],
    }),
  );
  const ids = new Set(accepted.map(({ id }) => id));
  return rows.map(({ jobId }) => (ids.has(jobId) ? { jobId, replayed: false } : null));
}

/**
 * Accepts jobs without idempotency keys in the transaction of `em` and returns their ids. Throws like
 * `createJob`; the transaction is then aborted and must be rolled back.
 */
export async function addJobs(em: EntityManager, jobs: readonly NewJob[]): Promise<string[]> {
  const rows = jobs.map((job) => ({ job, jobId: createId("job") }));
  await translateRefusal(() =>
    em.execute(acceptStatement.replace("$1", "?"), [JSON.stringify(rows.map(toAcceptRow))]),
  );
  return rows.map(({ jobId }) => jobId);
}

/**
 * Accepts a job as `createJob` does, in the transaction of `em`. A refusal aborts the transaction, which must then be
 * rolled back.
 */
export async function addJob(em: EntityManager, job: NewJob): Promise<CreatedJob> {
  const jobId = createId("job");
  const accepted = await translateRefusal(async () =>
    em.execute<{ id: string }[]>(acceptStatement.replace("$1", "?"), [
      JSON.stringify([toAcceptRow({ job, jobId })]),
    ]),
  );
  return accepted.length === 1 ? { jobId, replayed: false } : findReplayedJob(em, job);
}

async function translateRefusal<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await translateShortage(write);
  } catch (error) {
    throw translateMissingConversation(translateMissingAsset(translateJobLimit(error)));
  }
}

/** Seconds after which a caller at the limit of unfinished jobs should retry. */
const jobLimitRetrySeconds = 10;

function translateJobLimit(error: unknown): unknown {
  if (!(error instanceof CheckConstraintViolationException)) return error;
  const limit = /reached its limit of (\d+) unfinished jobs/.exec(error.message)?.[1];
  if (limit === undefined) return error;
  return new AppError("job_limit_reached", {
    details: { limit: Number(limit), retryAfterSeconds: jobLimitRetrySeconds },
    cause: error,
  });
}

/** True when a job was refused because of its request; its transaction was rolled back. */
export function isRefusal(error: unknown): boolean {
  if (isShortage(error)) return true;
  const codes = ["asset_expired", "conversation_not_found", "job_limit_reached"];
  return error instanceof AppError && codes.includes(error.code);
}

function toAcceptRow({ job, jobId }: { job: NewJob; jobId: string }): Record<string, unknown> {
  const { batch, pipeline, run, conversation, choice, idempotency } = job;
  return {
    id: jobId,
    organization_id: job.organizationId,
    account_id: job.accountId,
    api_key_id: job.apiKeyId,
    source: job.source,
    door: job.door,
    request: job.request,
    content_type: job.contentType,
    capability: job.capability,
    metadata: job.metadata,
    intent: job.intent,
    batch_id: batch?.id,
    batch_index: batch?.index,
    batch_item_id: batch?.itemId,
    pipeline_id: pipeline?.id,
    pipeline_version: pipeline?.version,
    run_id: run?.id,
    run_step: run?.step,
    run_attempt: run?.attempt,
    conversation_id: conversation === newConversation ? conversationIdOf(jobId) : conversation,
    model_id: choice?.modelId,
    provider_slug: choice?.providerSlug,
    provider_key_id: choice?.providerKeyId,
    credits: choice?.credits,
    routing: choice?.routing,
    submission_id: choice === null ? null : createId("submission"),
    submission_key: choice === null ? null : submissionKey(jobId, mainStep, 1),
    endpoint: idempotency?.endpoint,
    idempotency_key: idempotency?.key,
    request_hash: idempotency?.requestHash.toString("hex"),
    response_hash: job.pendingResponse?.requestHash.toString("hex"),
    trace: job.trace === undefined ? currentTrace() : job.trace,
  };
}

/** Hours for which an idempotency key is remembered. */
const receiptHours = 24;

/** Limits of unfinished jobs by plan, for `admit_jobs`. Steps of a run count, but only `openRunsMax` limits them. */
const openJobLimits = JSON.stringify(
  Object.fromEntries(planSlugs.map((slug) => [slug, plans[slug].openJobsMax])),
);

/**
 * Replaces an expired receipt; when a live receipt exists, inserts nothing else of the job. Receipts are inserted in
 * the order of their keys, so that two processes with the same keys wait for each other and never form a deadlock.
 * Credits are held here when the price is known, otherwise by the workflow or from the reserve of a run.
 */
const acceptStatement = `
with given as (
  select * from jsonb_to_recordset($1::jsonb) as row (
    id text, organization_id text, account_id text, api_key_id text, source text, door text, request jsonb,
    content_type text, capability text, metadata jsonb, intent jsonb, batch_id text, batch_index int, batch_item_id text,
    pipeline_id text, pipeline_version int, run_id text, run_step text, run_attempt int, conversation_id text,
    model_id text, provider_slug text, provider_key_id text, credits int, routing jsonb, submission_id text, submission_key text,
    endpoint text, idempotency_key text, request_hash text, response_hash text, trace text)),
receipts as (
  insert into idempotency_receipts (organization_id, endpoint, key, request_hash, job_id, expires_at)
  select organization_id, endpoint, idempotency_key, decode(request_hash, 'hex'), id,
    now() + make_interval(hours => ${receiptHours})
  from given where idempotency_key is not null order by endpoint, idempotency_key
  on conflict (organization_id, endpoint, key) do update
    set request_hash = excluded.request_hash, job_id = excluded.job_id,
        created_at = now(), expires_at = excluded.expires_at
    where idempotency_receipts.expires_at < now()
  returning job_id),
new_jobs as (
  select * from given
  where idempotency_key is null or id in (select job_id from receipts)),
admitted as (
  select organization_id from new_jobs
  group by organization_id
  having admit_jobs(organization_id, (count(*) filter (where run_id is null))::int, '${openJobLimits}')),
fresh as (
  select new_jobs.* from new_jobs join admitted using (organization_id)),
accepted as (
  insert into jobs (id, organization_id, account_id, api_key_id, status, source, door, request,
    content_type, capability, metadata, intent, batch_id, batch_index, batch_item_id,
    pipeline_id, pipeline_version, run_id, run_step, run_attempt, conversation_id,
    model_id, provider_slug, credits, routing, trace)
  select id, organization_id, account_id, api_key_id, 'queued', source, door, request,
    content_type, capability, metadata, intent, batch_id, batch_index, batch_item_id,
    pipeline_id, pipeline_version, run_id, run_step, run_attempt, conversation_id,
    model_id, provider_slug, credits, routing, trace from fresh
  returning id),
held as (
  insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation, api_key_id)
  select organization_id, 'hold', credits, 'available', 'held', id, '${mainStep}', 1, api_key_id
  from fresh where credits is not null and run_id is null),
prepared as (
  insert into provider_submissions
    (id, job_id, step, generation, organization_id, provider_slug, model_id, provider_key_id, idempotency_key, state)
  select submission_id, id, '${mainStep}', 1, organization_id, provider_slug, model_id, provider_key_id, submission_key, 'prepared'
  from fresh where credits is not null),
awaited as (
  insert into pending_responses (job_id, organization_id, api_key_id, request_hash, held_until)
  select id, organization_id, api_key_id, decode(response_hash, 'hex'), now() + make_interval(secs => ${heldSeconds})
  from fresh where response_hash is not null),
queued as (
  insert into outbox (kind, subject_id, organization_id, trace)
  select case when pipeline_id is not null and run_step is null then 'run' else 'start' end, id, organization_id, trace
  from fresh)
select id from accepted`;

/**
 * Throws `job_not_found` when the job does not exist or was deleted, and `outside_organization` (403) when it
 * belongs to another organization.
 */
export async function findJob(
  em: EntityManager,
  { jobId, organizationId }: { jobId: string; organizationId: string },
): Promise<Job> {
  return refuseJob(await em.findOne(Job, jobId), { jobId, organizationId });
}

/** Applies the checks of `findJob` to a row that is already loaded. */
export function refuseJob<Row extends Pick<Job, "organizationId" | "deletedAt">>(
  job: Row | null,
  { jobId, organizationId }: { jobId: string; organizationId: string },
): Row {
  if (job === null) throw new AppError("job_not_found", { details: { jobId } });
  if (job.organizationId !== organizationId) throw new AppError("outside_organization");
  if (job.deletedAt) throw new AppError("job_not_found", { details: { jobId } });
  return job;
}

/** Reads only the columns that conditional reads, long polls and signals to the workflow need. */
export async function findJobState(
  em: EntityManager,
  jobId: string,
): Promise<{ status: JobStatus; revision: number; resumes: number } | null> {
  const rows = await em.execute<{ status: JobStatus; revision: number; resumes: number }[]>(
    `select status, revision, resumes from jobs where id = ?`,
    [jobId],
  );
  return rows[0] ?? null;
}

/** Returns the ids of these jobs that have ended. */
export async function listEndedJobs(
  em: EntityManager,
  jobIds: readonly string[],
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from jobs where finished_at is not null and id in (${jobIds.map(() => "?").join(", ")})`,
    [...jobIds],
  );
  return rows.map((row) => row.id);
}

/** Counts unfinished jobs by status; a partial index keeps the cost independent of the table's size. */
export async function countOpenJobs(
  em: EntityManager,
): Promise<{ status: JobStatus; count: number }[]> {
  return em.execute(
    `select status, count(*)::int as count from jobs where finished_at is null group by status`,
  );
}

export interface JobFilter {
  readonly status?: JobStatus | readonly JobStatus[] | undefined;
  /** Query of `toWordQuery`. */
  readonly words?: string | undefined;
  readonly starred?: boolean | undefined;
  readonly label?: string | undefined;
  readonly contentType?: ContentType | undefined;
  readonly capability?: Capability | undefined;
  readonly modelId?: string | undefined;
  readonly providerSlug?: string | undefined;
  readonly batchId?: string | undefined;
  /** Lists the jobs of a run's steps. */
  readonly runId?: string | undefined;
  /** Lists the runs of a pipeline. */
  readonly pipelineId?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** Lists jobs, newest first. `beforeId` is the last id of the previous page; ids sort by creation time. */
export async function listJobs(
  em: EntityManager,
  {
    limit,
    ...listed
  }: {
    organizationId: string;
    filter: JobFilter;
    limit: number;
    beforeId?: string | undefined;
  },
): Promise<Job[]> {
  return em.find(Job, whereOf(listed), { orderBy: newestFirst(listed.filter), limit });
}

/** Counts the newest `countedMax` jobs of a filter by status. */
export async function countJobs(
  em: EntityManager,
  { countedMax, ...listed }: { organizationId: string; filter: JobFilter; countedMax: number },
): Promise<{ status: JobStatus; count: number }[]> {
  const newest = em
    .createQueryBuilder(Job)
    .select("status")
    .where(whereOf(listed))
    .orderBy(newestFirst(listed.filter))
    .limit(countedMax);
  return em.execute(
    `select status, count(*)::int as count from (${newest.getQuery()}) as newest group by status`,
    [...newest.getParams()],
  );
}

/**
 * PostgreSQL overestimates how many jobs match the beginning of a term. It would read the jobs of the organization in
 * order until enough match, which are all of them for a rare term; an order without an index makes it use the index of
 * terms.
 */
function newestFirst({ words }: JobFilter): QueryOrderMap<Job> {
  return words === undefined ? { id: "desc" } : { [raw((job) => `${job}.id || ''`)]: "desc" };
}

function whereOf({
  organizationId,
  filter,
  beforeId,
}: {
  organizationId: string;
  filter: JobFilter;
  beforeId?: string | undefined;
}): FilterObject<Job> {
  return {
    organizationId,
    deletedAt: null,
    id: idsWithin("job", { ...filter, beforeId }),
    ...(filter.status === undefined ? {} : { status: { $in: [filter.status].flat() } }),
    ...(filter.words === undefined ? {} : hasWords(organizationId, filter.words)),
    ...(filter.starred === undefined ? {} : { starred: filter.starred }),
    ...(filter.label === undefined ? {} : { labels: { $contains: [filter.label], $ne: [] } }),
    ...(filter.contentType === undefined ? {} : { contentType: filter.contentType }),
    ...(filter.capability === undefined ? {} : { capability: filter.capability }),
    ...(filter.modelId === undefined ? {} : { modelId: filter.modelId }),
    ...(filter.providerSlug === undefined ? {} : { providerSlug: filter.providerSlug }),
    ...(filter.batchId === undefined ? {} : { batchId: filter.batchId }),
    ...(filter.runId === undefined ? {} : { runId: filter.runId }),
    ...(filter.pipelineId === undefined
      ? {}
      : { pipelineId: filter.pipelineId, runId: null, runStep: null }),
    ...(filter.createdAfter === undefined && filter.createdBefore === undefined
      ? {}
      : {
          createdAt: {
            ...(filter.createdAfter === undefined ? {} : { $gte: filter.createdAfter }),
            ...(filter.createdBefore === undefined ? {} : { $lt: filter.createdBefore }),
          },
        }),
    ...(filter.metadata === undefined ? {} : { metadata: { $contains: filter.metadata, $ne: {} } }),
  };
}

/**
 * Requests cancellation of a job. A queued job is canceled at once and its credits are released; a running
 * job becomes `canceling` until the provider's outcome is known. Repeated calls change nothing. Throws
 * `job_already_final` for a job that ended in another way.
 */
export async function requestCancel(
  em: EntityManager,
  { jobId, organizationId }: { jobId: string; organizationId: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    const job = await tx.findOne(Job, jobId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (job === null) throw new AppError("job_not_found", { details: { jobId } });
    if (job.organizationId !== organizationId) throw new AppError("outside_organization");
    if (job.status === "canceled" || job.status === "canceling") return;
    if (isFinal(job.status)) {
      throw new AppError("job_already_final", { details: { status: job.status } });
    }
    await stopJobs(tx, { jobId });
  });
}

/**
 * Closes submissions that were never sent; `settleSubmissions` handles those that a provider may have
 * accepted.
 */
export async function closeSubmissions(
  em: EntityManager,
  jobId: string,
  state: "canceled" | "failed",
): Promise<void> {
  await em.execute(
    `update provider_submissions
     set state = case when state = 'prepared' then ? else state end,
       undelivered_at = case when state = 'succeeded' then now() end,
       waiting_since = null, finished_at = coalesce(finished_at, now())
     where job_id = ? and state in ('prepared', 'succeeded')`,
    [state, jobId],
  );
}

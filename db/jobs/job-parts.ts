import { type JobBilling, toJobBilling } from "#db/billing/credits.ts";
import type { Job, Output, ProviderSubmission } from "#db/entities/job.ts";
import { executePrepared } from "#db/execute-prepared.ts";
import type { EntityManager } from "#db/orm.ts";

import { refuseJob } from "./jobs.ts";

export type JobOutput = Pick<
  Output,
  | "id"
  | "contentType"
  | "bytes"
  | "sha256"
  | "width"
  | "height"
  | "durationSeconds"
  | "text"
  | "expiresAt"
>;
export type JobAttempt = Pick<
  ProviderSubmission,
  "providerSlug" | "modelId" | "providerKeyId" | "state" | "errorCode" | "sentAt" | "finishedAt"
>;

/** What belongs to a job and is in other tables. */
export interface JobParts {
  /** Those that are kept, in their order. */
  readonly outputs: readonly JobOutput[];
  /** In the order in which they were prepared. */
  readonly attempts: readonly JobAttempt[];
  /** Undefined when nothing was held yet. */
  readonly billing: JobBilling | undefined;
}

/** What is shown of a job's row. */
const shown = [
  "id",
  "organizationId",
  "status",
  "stage",
  "progress",
  "etaSeconds",
  "source",
  "batchId",
  "batchIndex",
  "batchItemId",
  "request",
  "intent",
  "question",
  "contentType",
  "capability",
  "modelId",
  "providerSlug",
  "routing",
  "credits",
  "engine",
  "error",
  "metadata",
  "cancelRequestedAt",
  "createdAt",
  "startedAt",
  "finishedAt",
  "deletedAt",
] as const satisfies readonly (keyof Job)[];

export type ShownJob = Pick<Job, (typeof shown)[number]>;

export interface JobView extends JobParts {
  readonly job: ShownJob;
}

/**
 * A job with its parts in one round trip and one plan, as plain rows: the most frequent request of all
 * asks how a job is doing. Throws like `findJob`. Runs outside of the transaction of `em`.
 */
export async function findJobView(
  em: EntityManager,
  { jobId, organizationId }: { jobId: string; organizationId: string },
): Promise<JobView> {
  const [row] = await executePrepared<{ view: JobRow & PartsRow }>(em, {
    name: "find-job-view",
    sql: viewStatement,
    values: [jobId],
  });
  const job = refuseJob(row === undefined ? null : toShownJob(row.view), { jobId, organizationId });
  return { job, ...toParts(jobId, row?.view) };
}

/** The parts of jobs, by job id, in one round trip however many they are. Likewise. */
export async function listJobParts(
  em: EntityManager,
  jobIds: readonly string[],
): Promise<(jobId: string) => JobParts> {
  const rows = await executePrepared<{ view: PartsRow & { id: string } }>(em, {
    name: "list-job-parts",
    sql: partsStatement,
    values: [jobIds],
  });
  const byJob = new Map(rows.map(({ view }) => [view.id, view]));
  return (jobId) => toParts(jobId, byJob.get(jobId));
}

/**
 * Of `job.id`. The postings are two halves, because the indexes by job are one of holds and one of
 * what settles them.
 */
const parts = `
  (select json_agg(o order by step, ordinal) from (
    select id, content_type, bytes, sha256, width, height, duration_seconds, text, expires_at, step, ordinal
    from outputs where job_id = job.id and deleted_at is null) o) as outputs,
  (select json_agg(s order by created_at, generation) from (
    select provider_slug, model_id, provider_key_id, state, error_code, sent_at, finished_at, created_at, generation
    from provider_submissions where job_id = job.id) s) as attempts,
  (select json_agg(p) from (
    select job_id, kind, amount from credit_entries where kind = 'hold' and job_id = job.id
    union all
    select job_id, kind, amount from credit_entries
    where kind in ('capture', 'release') and job_id = job.id) p) as postings`;

const columns = shown.map(
  (name) => `${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${name}"`,
);

// One value instead of thirty: the driver's work for each column is more than that of a little JSON.
const viewStatement = `select to_json(v) as view from (
  select ${columns.join(", ")}, ${parts} from jobs job where id = $1) v`;

const partsStatement = `select to_json(v) as view from (
  select id, ${parts} from unnest($1::text[]) as job (id)) v`;

interface PartsRow {
  outputs: OutputRow[] | null;
  attempts: AttemptRow[] | null;
  postings: { job_id: string; kind: string; amount: number }[] | null;
}

function toParts(jobId: string, row: PartsRow | undefined): JobParts {
  return {
    outputs: (row?.outputs ?? []).map(toOutput),
    attempts: (row?.attempts ?? []).map(toAttempt),
    billing: toJobBilling(row?.postings ?? []).get(jobId),
  };
}

/** Times are text here, and in what follows: they come out of JSON. */
interface JobRow extends Omit<ShownJob, LaterTime | "createdAt">, Record<LaterTime, string | null> {
  readonly createdAt: string;
}
type LaterTime = "cancelRequestedAt" | "startedAt" | "finishedAt" | "deletedAt";

function toShownJob(row: JobRow): ShownJob {
  const toTime = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    cancelRequestedAt: toTime(row.cancelRequestedAt),
    startedAt: toTime(row.startedAt),
    finishedAt: toTime(row.finishedAt),
    deletedAt: toTime(row.deletedAt),
  };
}

interface OutputRow {
  id: string;
  content_type: string;
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
  text: string | null;
  expires_at: string;
}

interface AttemptRow {
  provider_slug: string;
  model_id: string;
  provider_key_id: string | null;
  state: JobAttempt["state"];
  error_code: JobAttempt["errorCode"] | null;
  sent_at: string | null;
  finished_at: string | null;
}

function toOutput(row: OutputRow): JobOutput {
  return {
    id: row.id,
    contentType: row.content_type,
    bytes: row.bytes,
    sha256: row.sha256,
    width: row.width,
    height: row.height,
    durationSeconds: row.duration_seconds,
    text: row.text,
    expiresAt: new Date(row.expires_at),
  };
}

function toAttempt(row: AttemptRow): JobAttempt {
  return {
    providerSlug: row.provider_slug,
    modelId: row.model_id,
    providerKeyId: row.provider_key_id,
    state: row.state,
    errorCode: row.error_code,
    sentAt: row.sent_at === null ? null : new Date(row.sent_at),
    finishedAt: row.finished_at === null ? null : new Date(row.finished_at),
  };
}

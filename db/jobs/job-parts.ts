import { type JobBilling, toJobBilling } from "#db/billing/credits.ts";
import type { Job, Output, ProviderSubmission } from "#db/entities/job.ts";
import { executePrepared } from "#db/execute-prepared.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import { batchByKey } from "#runtime/batches.ts";

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
  | "provenance"
  | "expiresAt"
>;
export type JobAttempt = Pick<
  ProviderSubmission,
  "providerSlug" | "modelId" | "providerKeyId" | "state" | "errorCode" | "sentAt" | "finishedAt"
>;

/** The parts of a job that other tables store. */
export interface JobParts {
  /** Outputs that are still kept, by step and ordinal. */
  readonly outputs: readonly JobOutput[];
  /** Attempts in the order of their creation. */
  readonly attempts: readonly JobAttempt[];
  /** Undefined until credits are held. */
  readonly billing: JobBilling | undefined;
}

/** Columns of a job that responses present. */
const shown = [
  "id",
  "organizationId",
  "status",
  "stage",
  "progress",
  "etaSeconds",
  "source",
  "door",
  "batchId",
  "batchIndex",
  "batchItemId",
  "pipelineId",
  "pipelineVersion",
  "runId",
  "runStep",
  "conversationId",
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
  "redactedAt",
] as const satisfies readonly (keyof Job)[];

export type ShownJob = Pick<Job, (typeof shown)[number]>;

export interface JobView extends JobParts {
  readonly job: ShownJob;
}

/** Loads a job of an organization with its parts. Throws like `findJob`. */
export type FindJobView = (job: {
  readonly jobId: string;
  readonly organizationId: string;
}) => Promise<JobView>;

/** Bounds how long the next read waits for the statement before it. */
const viewsMax = 32;

/**
 * Reads jobs as plain rows: job status is the most frequent read of the API. The reads of an organization that arrive while
 * its statement runs share the next one. Each read sees what was committed before it began.
 */
export function createJobReader(orm: MikroORM): FindJobView {
  const em = orm.em.fork();
  const find = batchByKey(
    async (_organizationId, jobIds: readonly string[]) => {
      const rows = await executePrepared<{ view: JobRow & PartsRow }>(em, {
        name: "list-job-views",
        sql: viewsStatement,
        values: [jobIds],
      });
      const byJob = new Map(rows.map(({ view }) => [view.id, view]));
      return jobIds.map((jobId) => byJob.get(jobId));
    },
    { max: viewsMax },
  );
  return async ({ jobId, organizationId }) => {
    const row = await find(organizationId, jobId);
    const job = refuseJob(row === undefined ? null : toShownJob(row), { jobId, organizationId });
    return { job, ...toParts(jobId, row) };
  };
}

/**
 * Loads the parts of any number of jobs in one round trip and returns a lookup by job id. Runs outside the
 * transaction of `em`.
 */
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
 * Subqueries over `job.id`. The postings are a union because two partial indexes by job exist: one of holds,
 * one of captures and releases.
 */
const parts = `
  (select json_agg(o order by step, ordinal) from (
    select id, content_type, bytes, sha256, width, height, duration_seconds, text, provenance, expires_at, step, ordinal
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

// One JSON value instead of thirty columns: the driver spends more time per column than on parsing a small
// JSON.
const viewsStatement = `select to_json(v) as view from (
  select ${columns.join(", ")}, ${parts} from jobs job where id = any($1)) v`;

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

/** Timestamps are text in the row types below, because they are read from JSON. */
interface JobRow extends Omit<ShownJob, LaterTime | "createdAt">, Record<LaterTime, string | null> {
  readonly createdAt: string;
}
type LaterTime = "cancelRequestedAt" | "startedAt" | "finishedAt" | "deletedAt" | "redactedAt";

function toShownJob(row: JobRow): ShownJob {
  const toTime = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    cancelRequestedAt: toTime(row.cancelRequestedAt),
    startedAt: toTime(row.startedAt),
    finishedAt: toTime(row.finishedAt),
    deletedAt: toTime(row.deletedAt),
    redactedAt: toTime(row.redactedAt),
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
  provenance: JobOutput["provenance"];
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
    provenance: row.provenance,
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

import { type JobBilling, toJobBilling } from "./credits.ts";
import { Job, type Output, type ProviderSubmission } from "./entities/job.ts";
import { executePrepared } from "./execute-prepared.ts";
import { refuseJob } from "./jobs.ts";
import type { EntityManager } from "./orm.ts";

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
  "providerSlug" | "modelId" | "state" | "errorCode" | "sentAt" | "finishedAt"
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

export interface JobView extends JobParts {
  readonly job: Job;
}

/**
 * A job with its parts in one round trip and one plan: the most frequent request of all asks how a job
 * is doing. Throws like `findJob`. Runs outside of the transaction of `em`.
 */
export async function findJobView(
  em: EntityManager,
  { jobId, organizationId }: { jobId: string; organizationId: string },
): Promise<JobView> {
  const [row] = await executePrepared<{ job: Record<string, unknown>; parts: PartRow[] }>(em, {
    name: "find-job-view",
    // As one value, so that a new column does not spoil what connections have prepared.
    sql: `select to_jsonb(j) as job,
        (select coalesce(jsonb_agg(to_jsonb(p) order by ${order}), '[]') from (${selectParts("= $1")}) p) as parts
      from jobs j where id = $1`,
    values: [jobId],
  });
  const found = row === undefined ? null : em.map(Job, row.job);
  const job = refuseJob(found, { jobId, organizationId });
  return { job, ...toParts(jobId, row?.parts ?? []) };
}

/** The parts of jobs, by job id, in one round trip however many they are. Likewise. */
export async function listJobParts(
  em: EntityManager,
  jobIds: readonly string[],
): Promise<(jobId: string) => JobParts> {
  const rows = await executePrepared<PartRow>(em, {
    name: "list-job-parts",
    sql: `${selectParts("= any($1)")} order by ${order}`,
    values: [jobIds],
  });
  const byJob = Map.groupBy(rows, ({ job_id: jobId }) => jobId);
  return (jobId) => toParts(jobId, byJob.get(jobId) ?? []);
}

function toParts(jobId: string, rows: readonly PartRow[]): JobParts {
  return {
    outputs: rows.flatMap(({ output }) => (output === null ? [] : [toOutput(output)])),
    attempts: rows.flatMap(({ attempt }) => (attempt === null ? [] : [toAttempt(attempt)])),
    billing: toJobBilling(
      rows.flatMap(({ posting, amount }) =>
        posting === null ? [] : [{ job_id: jobId, kind: posting, amount: amount ?? 0 }],
      ),
    ).get(jobId),
  };
}

/** In which the parts of a job are shown. */
const order = "created_at, step, ordinal";

/** `which` compares a job id with the parameter. */
function selectParts(which: string): string {
  // The postings are two halves, because the indexes by job are one of holds and one of what settles them.
  return `
    select job_id, to_jsonb(o) as output, null::jsonb as attempt, null as posting, null::int as amount,
      step, ordinal, null::timestamptz as created_at
    from outputs o where job_id ${which} and deleted_at is null
    union all
    select job_id, null, jsonb_build_object('provider_slug', provider_slug, 'model_id', model_id,
      'state', state, 'error_code', error_code, 'sent_at', sent_at, 'finished_at', finished_at),
      null, null, '', generation, created_at
    from provider_submissions where job_id ${which}
    union all
    select job_id, null, null, kind, sum(amount)::int, '', 0, null
    from credit_entries where kind = 'hold' and job_id ${which} group by job_id, kind
    union all
    select job_id, null, null, kind, sum(amount)::int, '', 0, null
    from credit_entries where kind in ('capture', 'release') and job_id ${which} group by job_id, kind`;
}

interface PartRow {
  job_id: string;
  output: OutputRow | null;
  attempt: AttemptRow | null;
  posting: string | null;
  amount: number | null;
}

/** Times are text here: they come out of JSON. */
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
    state: row.state,
    errorCode: row.error_code,
    sentAt: row.sent_at === null ? null : new Date(row.sent_at),
    finishedAt: row.finished_at === null ? null : new Date(row.finished_at),
  };
}

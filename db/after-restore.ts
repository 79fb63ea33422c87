import { Session } from "./entities/sign-in.ts";
import { endWithoutResult, toJobError } from "./jobs/job-steps.ts";
import type { EntityManager } from "./orm.ts";

/** Changes of a database that was restored to a past point in time. */
export interface AfterRestore {
  /** Requests that may have been sent since then, and whose outcome is looked up instead. */
  readonly doubtfulRequests: number;
  /** Jobs that had no request yet, and may have had one since then. */
  readonly failedJobs: readonly string[];
  readonly endedSessions: number;
}

/**
 * Request that a provider would take as a new one: the platform has no idempotency key at this provider, so a second request
 * is paid for a second time.
 */
const sentTwice = `update provider_submissions s
  set state = 'unknown', sent_at = coalesce(s.sent_at, now()), attempt_token = coalesce(s.attempt_token, gen_random_uuid()::text), waiting_since = null,
    error_code = 'submission_unknown'
  from providers p, jobs j
  where p.slug = s.provider_slug and p.idempotency <> 'key' and j.id = s.job_id
    and j.finished_at is null and s.finished_at is null and s.state in ('prepared', 'sent')
  returning s.id`;

/** Open jobs, without runs of pipelines, that have no request whose outcome could be looked up. */
const jobsWithoutRequest = `select j.id from jobs j
  where j.finished_at is null and not (j.pipeline_id is not null and j.run_step is null)
    and not exists (
      select from provider_submissions s
      where s.job_id = j.id and s.state in ('prepared', 'sent', 'accepted', 'unknown', 'succeeded'))
  order by j.id`;

/**
 * Prepares a restored database for its first processes: whatever happened after the point of the restore is unknown to it. No
 * request that may have been paid for is sent again; its outcome is looked up as that of a lost response. Sessions end, because
 * those that have ended since then would be valid again. A repeated call changes nothing.
 */
export async function afterRestore(em: EntityManager): Promise<AfterRestore> {
  const doubtful = await em.execute<{ id: string }[]>(sentTwice);
  const jobs = await em.execute<{ id: string }[]>(jobsWithoutRequest);
  const failedJobs: string[] = [];
  for (const { id: jobId } of jobs) {
    const error = toJobError(
      "submission_unknown",
      "The database was restored: whether a provider has received the request is unknown.",
    );
    const status = await endWithoutResult(em.fork(), { jobId, status: "failed", error });
    if (status === "failed") failedJobs.push(jobId);
  }
  const endedSessions = await em.nativeUpdate(
    Session,
    { endedAt: null },
    { endedAt: new Date(), endReason: "ended" },
  );
  return { doubtfulRequests: doubtful.length, failedJobs, endedSessions };
}

/** Lists processes of the engine that are connected to the database. */
export async function listEngineProcesses(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name ~ '^gme-(api|worker|job-listener)'
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

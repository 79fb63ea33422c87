import { Job } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";
import type { PlanSlug } from "#domain/billing/plans.ts";
import type { JobStatus } from "#domain/jobs/job.ts";
import type { SubmissionState } from "#domain/requests/generation.ts";

import { isBackground } from "./background.ts";

export interface StaleJob {
  readonly jobId: string;
  readonly status: JobStatus;
  readonly resumes: number;
  /** The job is already marked and reported as stuck. */
  readonly isStuck: boolean;
  /** The job is a run of a pipeline. */
  readonly isRun: boolean;
  /** The job is one of a batch or of a pipeline's run. */
  readonly isBackground: boolean;
  readonly organization: { readonly id: string; readonly plan: PlanSlug };
  /** State of the last attempt; null when no model was chosen yet. */
  readonly attempt: SubmissionState | null;
  /** `traceparent` that a new run continues; null without a trace. */
  readonly trace: string | null;
}

/**
 * Claims unfinished jobs that were not reconciled recently, by ascending id. To visit all of them, a
 * reconciler passes the last id of the previous call as `after`. No index contains `reconciled_at`, so a
 * claim is a HOT update. Two reconcilers never get the same job, and a claim whose owner dies is due again
 * after `seconds`. Jobs whose start is still in the outbox are left to the relay.
 */
export async function claimStaleJobs(
  em: EntityManager,
  { seconds, after, limit }: { seconds: number; after: string; limit: number },
): Promise<StaleJob[]> {
  const rows = await em.execute<
    {
      id: string;
      status: JobStatus;
      resumes: number;
      is_stuck: boolean;
      is_run: boolean;
      is_background: boolean;
      organization_id: string;
      plan: PlanSlug;
      attempt: SubmissionState | null;
      trace: string | null;
    }[]
  >(
    `with stale as (
       select j.id from jobs j
       where j.finished_at is null and j.id > ? and j.reconciled_at < now() - make_interval(secs => ?)
         and not exists (select 1 from outbox o where o.subject_id = j.id and o.kind in ('start', 'run'))
       order by j.id limit ? for update skip locked),
     claimed as (
       update jobs set reconciled_at = now() where id in (select id from stale)
       returning id, status, resumes, stuck_since is not null as is_stuck,
         pipeline_id is not null and run_step is null as is_run, ${isBackground} as is_background,
         organization_id, trace)
     select c.*, o.plan, (
       select s.state from provider_submissions s where s.job_id = c.id
       order by s.generation desc, s.created_at desc limit 1) as attempt
     from claimed c join organizations o on o.id = c.organization_id
     order by c.id`,
    [after, seconds, limit],
  );
  return rows.map((row) => ({
    jobId: row.id,
    status: row.status,
    resumes: row.resumes,
    isStuck: row.is_stuck,
    isRun: row.is_run,
    isBackground: row.is_background,
    organization: { id: row.organization_id, plan: row.plan },
    attempt: row.attempt,
    trace: row.trace,
  }));
}

/** Records that a new run drives the job. Keeps what another reconciler has recorded in the meantime. */
export async function noteResume(
  em: EntityManager,
  { jobId, resumes }: { jobId: string; resumes: number },
): Promise<void> {
  await em.nativeUpdate(Job, { id: jobId, resumes: resumes - 1 }, { resumes, stuckSince: null });
}

/** Marks an open job as stuck or clears the mark. Returns true when this call changed it. */
export async function noteStuck(
  em: EntityManager,
  { jobId, isStuck }: { jobId: string; isStuck: boolean },
): Promise<boolean> {
  const changed = await em.execute<unknown[]>(
    `update jobs set stuck_since = case when ? then now() end
     where id = ? and finished_at is null and (stuck_since is null) = ? returning id`,
    [isStuck, jobId, isStuck],
  );
  return changed.length > 0;
}

export interface PromiseGauges {
  /** Age of the oldest job that has not ended, in seconds. */
  readonly oldestSeconds: number;
  /** Unfinished jobs that were not reconciled within five times the interval. */
  readonly unwatched: number;
  /** Unfinished jobs that needed more than one run. */
  readonly resumed: number;
  /** Unfinished jobs whose workflow task fails repeatedly. */
  readonly stuck: number;
  /** Paid requests whose outcome is unknown and is still being determined. */
  readonly unknown: number;
  /** Requests of the last day that were given up because their outcome could not be determined. */
  readonly givenUp: number;
  /** Results of the last day that providers produced for jobs that had already failed or been canceled. */
  readonly undelivered: number;
  /** Submissions that providers may still process, of jobs that ended more than ten minutes ago. */
  readonly unsettled: number;
  /** Jobs deleted more than an hour ago whose files are not purged yet. */
  readonly unpurged: number;
}

/** Measures the values behind the alerts; partial indexes keep the cost independent of table sizes. */
export async function measurePromises(
  em: EntityManager,
  { reconcileSeconds }: { reconcileSeconds: number },
): Promise<PromiseGauges> {
  const rows = await em.execute<PromiseGauges[]>(
    `select
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds",
       count(*) filter (where reconciled_at < now() - make_interval(secs => ? * 5))::int as unwatched,
       count(*) filter (where resumes > 0)::int as resumed,
       count(*) filter (where stuck_since is not null)::int as stuck,
       (select count(*)::int from provider_submissions
         where (state = 'unknown' or in_doubt_since is not null) and finished_at is null
           and sent_at is not null) as unknown,
       (select count(*)::int from provider_submissions
         where state = 'unknown' and error_code = 'submission_unknown'
           and finished_at > now() - interval '1 day') as "givenUp",
       (select count(*)::int from provider_submissions
         where undelivered_at > now() - interval '1 day') as undelivered,
       (select count(*)::int from provider_submissions s join jobs j on j.id = s.job_id
         where s.state in ('sent', 'unknown', 'accepted') and s.finished_at is null
           and s.sent_at is not null and j.finished_at < now() - interval '10 minutes') as unsettled,
       (select count(*)::int from jobs
         where deleted_at < now() - interval '1 hour' and purged_at is null) as unpurged
     from jobs where finished_at is null`,
    [reconcileSeconds],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("expected a count");
  return row;
}

import type { EntityManager } from "#db/orm.ts";
import type { PlanSlug } from "#domain/billing/plans.ts";
import type { JobStatus } from "#domain/jobs/job.ts";
import type { SubmissionState } from "#domain/requests/generation.ts";

export interface StaleJob {
  readonly jobId: string;
  readonly status: JobStatus;
  readonly resumes: number;
  /** The job is marked as stuck, so it was reported before. */
  readonly isStuck: boolean;
  readonly organization: { readonly id: string; readonly plan: PlanSlug };
  /** State of the last attempt; null when no model was chosen yet. */
  readonly attempt: SubmissionState | null;
}

/**
 * Claims jobs that have not ended and were not looked at for a while, oldest first. A reconciler goes
 * through all of them by passing the last id that it got as `after`: no index holds `reconciled_at`, so
 * that a look changes none (a HOT update). Two reconcilers never get the same job; a claim whose owner
 * dies comes up again after the same while. Jobs whose start is still in the outbox are the relay's.
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
      organization_id: string;
      plan: PlanSlug;
      attempt: SubmissionState | null;
    }[]
  >(
    `with stale as (
       select j.id from jobs j
       where j.finished_at is null and j.id > ? and j.reconciled_at < now() - make_interval(secs => ?)
         and not exists (select 1 from outbox o where o.subject_id = j.id and o.kind = 'start')
       order by j.id limit ? for update skip locked),
     claimed as (
       update jobs set reconciled_at = now() where id in (select id from stale)
       returning id, status, resumes, stuck_since is not null as is_stuck, organization_id)
     select c.*, o.plan, (
       select s.state from provider_submissions s where s.job_id = c.id
       order by s.generation desc, s.created_at desc limit 1) as attempt
     from claimed c join organizations o on o.id = c.organization_id
     order by c.id`,
    [after, seconds, limit],
  );
  return rows.map(({ id, status, resumes, is_stuck, organization_id, plan, attempt }) => ({
    jobId: id,
    status,
    resumes,
    isStuck: is_stuck,
    organization: { id: organization_id, plan },
    attempt,
  }));
}

/** The run that drives a job from now on. What another reconciler noted meanwhile stays. */
export async function noteResume(
  em: EntityManager,
  { jobId, resumes }: { jobId: string; resumes: number },
): Promise<void> {
  await em.execute(`update jobs set resumes = ?, stuck_since = null where id = ? and resumes = ?`, [
    resumes,
    jobId,
    resumes - 1,
  ]);
}

/** Marks or unmarks an open job as stuck. Returns whether this call changed the mark. */
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
  /** Jobs that have not ended and were not looked at for five times as long as they should be. */
  readonly unwatched: number;
  /** Jobs that have not ended and got more than one run. */
  readonly resumed: number;
  /** Jobs that have not ended and whose workflow task fails repeatedly. */
  readonly stuck: number;
  /** Paid requests whose answer is being looked for. */
  readonly unknown: number;
  /** Those of the last day that nobody could tell about. */
  readonly givenUp: number;
  /** Results of the last day that providers made for jobs which ended without them. */
  readonly undelivered: number;
  /** What a provider may still do for jobs that ended more than ten minutes ago. */
  readonly unsettled: number;
  /** Jobs that were deleted more than an hour ago and whose files are still there. */
  readonly unpurged: number;
}

/** What the alarms stand on; partial indexes keep it cheap whatever the tables' sizes. */
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
  if (row === undefined) throw new Error("a count gave no row");
  return row;
}

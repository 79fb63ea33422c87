import type { SubmissionState } from "#domain/generation.ts";
import type { JobStatus } from "#domain/job.ts";
import type { PlanSlug } from "#domain/plans.ts";

import type { EntityManager } from "./orm.ts";

export interface StaleJob {
  readonly jobId: string;
  readonly status: JobStatus;
  readonly resumes: number;
  readonly organization: { readonly id: string; readonly plan: PlanSlug };
  /** State of the last attempt; null when no model was chosen yet. */
  readonly attempt: SubmissionState | null;
}

/**
 * Claims jobs that have not ended and were not looked at for a while, longest waiting first. Two
 * reconcilers never get the same one; a claim whose owner dies comes up again after the same while.
 * Jobs whose start is still in the outbox are the relay's.
 */
export async function claimStaleJobs(
  em: EntityManager,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<StaleJob[]> {
  const rows = await em.execute<
    {
      id: string;
      status: JobStatus;
      resumes: number;
      organization_id: string;
      plan: PlanSlug;
      attempt: SubmissionState | null;
    }[]
  >(
    `with stale as (
       select j.id from jobs j
       where j.finished_at is null and j.reconciled_at < now() - make_interval(secs => ?)
         and not exists (select 1 from outbox o where o.subject_id = j.id and o.kind = 'start')
       order by j.reconciled_at limit ? for update skip locked),
     claimed as (
       update jobs set reconciled_at = now() where id in (select id from stale)
       returning id, status, resumes, organization_id)
     select c.*, o.plan, (
       select s.state from provider_submissions s where s.job_id = c.id
       order by s.generation desc, s.created_at desc limit 1) as attempt
     from claimed c join organizations o on o.id = c.organization_id`,
    [seconds, limit],
  );
  return rows.map(({ id, status, resumes, organization_id, plan, attempt }) => ({
    jobId: id,
    status,
    resumes,
    organization: { id: organization_id, plan },
    attempt,
  }));
}

/** The run that drives a job from now on. What another reconciler noted meanwhile stays. */
export async function noteResume(
  em: EntityManager,
  { jobId, resumes }: { jobId: string; resumes: number },
): Promise<void> {
  await em.execute(`update jobs set resumes = ? where id = ? and resumes = ?`, [
    resumes,
    jobId,
    resumes - 1,
  ]);
}

export interface PromiseGauges {
  /** Jobs that have not ended and got more than one run. */
  readonly resumed: number;
  /** Jobs that nobody has looked at for five times as long as should be. */
  readonly unwatched: number;
  /** Age of the oldest job that has not ended, in seconds. */
  readonly oldestSeconds: number;
  /** Paid requests whose answer is being looked for. */
  readonly unknown: number;
  /** Those of the last day that nobody could tell about. */
  readonly givenUp: number;
}

/** What the alarms stand on; partial indexes keep it cheap whatever the tables' sizes. */
export async function measurePromises(
  em: EntityManager,
  { seconds }: { seconds: number },
): Promise<PromiseGauges> {
  const [row] = await em.execute<PromiseGauges[]>(
    `select
       count(*) filter (where resumes > 0)::int as resumed,
       count(*) filter (where reconciled_at < now() - make_interval(secs => ? * 5))::int as unwatched,
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds",
       (select count(*)::int from provider_submissions
         where state = 'unknown' and finished_at is null) as unknown,
       (select count(*)::int from provider_submissions
         where state = 'unknown' and finished_at > now() - interval '1 day') as "givenUp"
     from jobs where finished_at is null`,
    [seconds],
  );
  return row ?? { resumed: 0, unwatched: 0, oldestSeconds: 0, unknown: 0, givenUp: 0 };
}

import type { EntityManager } from "#db/orm.ts";

type StoppedJobs =
  | { readonly jobId: string }
  | { readonly batchId: string }
  | { readonly conversationId: string };

/**
 * Requests cancellation of jobs whose rows the transaction has locked. A queued job is canceled at once and
 * its credits are released; a running job becomes `canceling` until the provider's outcome is known; other
 * jobs stay unchanged.
 */
export async function stopJobs(em: EntityManager, which: StoppedJobs): Promise<void> {
  const [column, id] = toColumn(which);
  await em.execute(
    `with stopped as (
       update jobs set
         status = case status when 'queued' then 'canceled' else 'canceling' end,
         finished_at = case status when 'queued' then now() end,
         stuck_since = case status when 'processing' then stuck_since end,
         cancel_requested_at = now(), revision = revision + 1
       where ${column} = ? and status in ('queued', 'processing')
       returning id, organization_id, status),
     over as (select id from stopped where status = 'canceled'),
     released as (
       insert into credit_entries
         (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation, api_key_id)
       select organization_id, 'release', amount, 'held', 'available', job_id, step, generation, api_key_id
       from credit_entries where kind = 'hold' and job_id in (select id from over)
       on conflict do nothing),
     closed as (
       update provider_submissions set state = 'canceled', finished_at = now(), waiting_since = null
       where state = 'prepared' and job_id in (select id from over)),
     unsent as (delete from outbox where kind in ('start', 'run') and subject_id in (select id from over))
     insert into outbox (kind, subject_id, organization_id)
     select 'cancel', id, organization_id from stopped where status = 'canceling' order by id`,
    [id],
  );
}

function toColumn(which: StoppedJobs): readonly [column: string, id: string] {
  if ("jobId" in which) return ["id", which.jobId];
  if ("batchId" in which) return ["batch_id", which.batchId];
  return ["conversation_id", which.conversationId];
}

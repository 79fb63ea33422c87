import { PendingResponse } from "#db/entities/pending-response.ts";
import type { EntityManager } from "#db/orm.ts";

/** Minutes within which a repeated request receives the response of the first one. */
const repeatMinutes = 15;
/**
 * Seconds after which a connection counts as lost unless its process renews it, so that the connections of a killed
 * process do not count for long.
 */
export const heldSeconds = 5;

/**
 * Finds the job of an equal request whose response was never delivered, and marks its response as awaited again. Jobs
 * that failed or were canceled cost nothing and are not joined. A request that says that it is a retry also joins while
 * the first connection stands. Null when there is none.
 */
export async function claimPendingResponse(
  em: EntityManager,
  { apiKeyId, requestHash, isRetry }: { apiKeyId: string; requestHash: Buffer; isRetry: boolean },
): Promise<string | null> {
  const rows = await em.execute<{ job_id: string }[]>(
    `update pending_responses set held_until = now() + make_interval(secs => ${heldSeconds})
     where job_id = (
       select job_id from pending_responses pending join jobs on jobs.id = pending.job_id
       where pending.api_key_id = ? and pending.request_hash = ?
         and pending.created_at > now() - make_interval(mins => ${repeatMinutes})
         and (? or pending.held_until < now())
         and jobs.status not in ('failed', 'canceled') and jobs.deleted_at is null
       order by pending.created_at limit 1 for update of pending skip locked)
     returning job_id`,
    [apiKeyId, requestHash, isRetry],
  );
  return rows[0]?.job_id ?? null;
}

/** Records that connections still wait for the responses of these jobs. A repetition only moves the time. */
export async function renewPendingResponses(
  em: EntityManager,
  jobIds: readonly string[],
): Promise<void> {
  await em.execute(
    `update pending_responses set held_until = now() + make_interval(secs => ${heldSeconds})
     where job_id in (${jobIds.map(() => "?").join(", ")})`,
    [...jobIds],
  );
}

/** Records that no connection waits for the response any more, so that a repeated request receives it. */
export async function releasePendingResponse(em: EntityManager, jobId: string): Promise<void> {
  await em.execute(`update pending_responses set held_until = 'epoch' where job_id = ?`, [jobId]);
}

/** Records the delivery: an equal request is a new order from now on. */
export async function finishPendingResponse(em: EntityManager, jobId: string): Promise<void> {
  await em.nativeDelete(PendingResponse, { jobId });
}

/** Deletes rows that no repetition can claim any more. Returns their number. */
export async function deleteOldPendingResponses(em: EntityManager): Promise<number> {
  const before = new Date(Date.now() - repeatMinutes * 60_000);
  return em.nativeDelete(PendingResponse, { createdAt: { $lt: before } });
}

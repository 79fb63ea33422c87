import { PendingResponse } from "#db/entities/pending-response.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";

/** Minutes within which a repeated request receives the response of the first one. */
const repeatMinutes = 15;
/**
 * Seconds after which a connection counts as lost unless its process renews it, so that the connections of a killed
 * process do not count for long: the AI SDK repeats a request after two seconds, without saying that it does.
 */
export const heldSeconds = 2;

export interface RepeatedRequest {
  readonly apiKeyId: string;
  readonly requestHash: Buffer;
  /** True for a request that says that it is a retry. */
  readonly isRetry: boolean;
}

/**
 * Finds the job of an equal request whose response was lost, and marks its response as awaited again. Jobs that failed
 * or were canceled cost nothing and are not joined. A retry also joins while the first connection stands. Prefers
 * jobs for which no connection stands, so that the repetitions of several equal orders find a job each. Call it under
 * `lockRequest`. Null when there is none.
 */
export async function claimPendingResponse(
  tx: EntityManager,
  { apiKeyId, requestHash, isRetry }: RepeatedRequest,
): Promise<string | null> {
  const rows = await tx.execute<{ job_id: string }[]>(
    `update pending_responses
     set held_until = now() + make_interval(secs => ${heldSeconds}), lost = lost or held_until < now()
     where job_id = (
       select job_id from pending_responses pending join jobs on jobs.id = pending.job_id
       where pending.api_key_id = ? and pending.request_hash = ?
         and pending.created_at > now() - make_interval(mins => ${repeatMinutes})
         and (? or pending.lost or pending.held_until < now())
         and jobs.status not in ('failed', 'canceled') and jobs.deleted_at is null
       order by pending.held_until >= now(), pending.created_at limit 1)
     returning job_id`,
    [apiKeyId, requestHash, isRetry],
  );
  return rows[0]?.job_id ?? null;
}

/**
 * Lets equal requests pass one after another until the transaction ends, so that each one sees the job of the one
 * before. The wait ends with the session's `lock_timeout`.
 */
export async function lockRequest(
  tx: EntityManager,
  { apiKeyId, requestHash }: Pick<RepeatedRequest, "apiKeyId" | "requestHash">,
): Promise<void> {
  await tx.execute(`select pg_advisory_xact_lock(hashtextextended('request ' || ?, 0))`, [
    `${apiKeyId} ${requestHash.toString("hex")}`,
  ]);
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

/**
 * Records that a connection was lost that waited for the response, so that a repeated request receives it. `isHeld`: other
 * connections still wait.
 */
export async function losePendingResponse(
  em: EntityManager,
  { jobId, isHeld }: { jobId: string; isHeld: boolean },
): Promise<void> {
  await em.execute(
    `update pending_responses
     set lost = true, held_until = case when ? then held_until else 'epoch' end where job_id = ?`,
    [isHeld, jobId],
  );
}

/**
 * Records that the caller was sent the id of the job, without its result. An equal request is a new order then; one that
 * says that it is a retry joins, until the caller has asked for the job by its id (`finishPendingResponse`).
 */
export async function confirmPendingResponse(em: EntityManager, jobId: string): Promise<void> {
  await em.execute(
    `update pending_responses
     set lost = false, held_until = created_at + make_interval(mins => ${repeatMinutes}) where job_id = ?`,
    [jobId],
  );
}

/** Records the delivery: an equal request is a new order from now on. */
export async function finishPendingResponse(em: EntityManager, jobId: string): Promise<void> {
  await em.nativeDelete(PendingResponse, { jobId });
}

/** Rows that no repetition can claim any more. */
export const oldPendingResponses = expiredRows(PendingResponse, (now) => ({
  createdAt: { $lt: new Date(now.getTime() - repeatMinutes * 60_000) },
}));

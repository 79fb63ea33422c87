import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

import { claimPendingResponse, lockRequest, type RepeatedRequest } from "./pending-responses.ts";
import type { CreatedJob } from "./replays.ts";

/** A request without an idempotency key, whose repetition joins its job. */
export interface JoinableRequest extends RepeatedRequest {
  /** True once the client has disconnected. */
  readonly isGone: () => boolean;
}

/** Returns the job whose lost response the request repeats; see `claimPendingResponse`. */
export async function joinJob(em: EntityManager, request: RepeatedRequest): Promise<string | null> {
  return em.transactional(async (tx) => {
    await lockRequest(tx, request);
    return claimPendingResponse(tx, request);
  });
}

/**
 * Accepts a job with `create`, unless an equal request was accepted in the meantime whose response this one repeats.
 * Equal requests at the same instant pass one after another. Throws `request_aborted` when the client has
 * disconnected: its repetition may have been accepted already, and no client would receive this response.
 */
export async function joinOrCreateJob(
  em: EntityManager,
  request: JoinableRequest,
  create: (tx: EntityManager) => Promise<CreatedJob>,
): Promise<CreatedJob> {
  return em.transactional(async (tx) => {
    await lockRequest(tx, request);
    const joined = await claimPendingResponse(tx, request);
    if (joined !== null) return { jobId: joined, replayed: true };
    if (request.isGone()) throw new AppError("request_aborted");
    return create(tx);
  });
}

import { IdempotencyReceipt } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";

interface OwnJob {
  readonly jobId: string;
  readonly organizationId: string;
}

/** Not an endpoint, so no caller can use the key. */
const endpoint = "given-up";
const rememberedMs = 24 * 3_600_000;

/**
 * Notes that a job is canceled because its client disconnected, not because a person wanted it. The repetition of the
 * client's call may then order it again. A repeated note changes nothing.
 */
export async function noteGivenUp(
  em: EntityManager,
  { jobId, organizationId }: OwnJob,
): Promise<void> {
  const note = {
    organizationId,
    endpoint,
    key: jobId,
    requestHash: Buffer.alloc(0),
    jobId,
    expiresAt: new Date(Date.now() + rememberedMs),
  };
  await em.upsert(IdempotencyReceipt, note, { onConflictAction: "ignore" });
}

export async function isGivenUp(
  em: EntityManager,
  { jobId, organizationId }: OwnJob,
): Promise<boolean> {
  return (await em.count(IdempotencyReceipt, { organizationId, endpoint, key: jobId })) > 0;
}

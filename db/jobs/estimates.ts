import { Estimate, RunEstimate } from "#db/entities/estimate.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import { AppError } from "#domain/errors.ts";
import type { Capability, ContentType } from "#domain/requests/capability.ts";
import type { Intent } from "#domain/requests/intent.ts";
import type { JobChoice } from "#domain/routing/job-choice.ts";

/** Minutes for which a quoted price is binding. */
export const validMinutes = 15;
/**
 * Hours for which an expired estimate is kept, so that its use returns `estimate_expired` instead of
 * `estimate_not_found`.
 */
const rememberedHours = 24;

/**
 * The routing decision and price quoted for a request; a job created with the estimate gets exactly these.
 */
export interface EstimatedRequest {
  readonly capability: Capability;
  readonly contentType: ContentType;
  /** Null when the request had no message to parse. */
  readonly intent: Intent | null;
  readonly choice: JobChoice;
}

/** Stores a quoted price, binding until `expiresAt`. */
export async function createEstimate(
  em: EntityManager,
  {
    organizationId,
    requestHash,
    estimated: { capability, contentType, intent, choice },
    now,
  }: {
    organizationId: string;
    requestHash: Buffer;
    estimated: EstimatedRequest;
    now: Date;
  },
): Promise<{ estimateId: string; expiresAt: Date }> {
  const estimateId = createId("estimate");
  const expiresAt = new Date(now.getTime() + validMinutes * 60_000);
  await em.insert(Estimate, {
    id: estimateId,
    organizationId,
    requestHash,
    intent,
    capability,
    contentType,
    ...choice,
    createdAt: now,
    expiresAt,
  });
  return { estimateId, expiresAt };
}

/**
 * Returns the decision stored with an estimate. An estimate can be used any number of times until it expires.
 * Throws `estimate_not_found`, `outside_organization`, `estimate_expired`, and `estimate_mismatch` when the
 * request differs from the quoted one.
 */
export async function findEstimated(
  em: EntityManager,
  {
    estimateId,
    organizationId,
    requestHash,
    now,
  }: { estimateId: string; organizationId: string; requestHash: Buffer; now: Date },
): Promise<EstimatedRequest> {
  const estimate = await em.findOne(Estimate, estimateId);
  if (estimate === null) throw new AppError("estimate_not_found", { details: { estimateId } });
  if (estimate.organizationId !== organizationId) throw new AppError("outside_organization");
  const { capability, contentType, expiresAt } = estimate;
  if (expiresAt <= now) {
    throw new AppError("estimate_expired", { details: { expiredAt: expiresAt.toISOString() } });
  }
  if (!requestHash.equals(estimate.requestHash)) throw new AppError("estimate_mismatch");
  const { modelId, providerSlug, providerKeyId = null, credits, routing } = estimate;
  return {
    capability,
    contentType,
    intent: estimate.intent ?? null,
    choice: { modelId, providerSlug, providerKeyId, credits, routing },
  };
}

/** Estimates that expired long ago. */
const isForgotten = (now: Date) => ({
  expiresAt: { $lt: new Date(now.getTime() - rememberedHours * 3_600_000) },
});
export const expiredEstimates = expiredRows(Estimate, isForgotten);
export const expiredRunEstimates = expiredRows(RunEstimate, isForgotten);

import { Estimate } from "#db/entities/estimate.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import type { Capability, ContentType } from "#domain/requests/capability.ts";
import type { Intent } from "#domain/requests/intent.ts";

import type { JobChoice } from "./jobs.ts";

/** How long a price that was told is kept to. */
const validMinutes = 15;
/** How long an expired one is known as such. */
const rememberedHours = 24;

/** What a price was told for, and what the request becomes when it comes in time. */
export interface EstimatedRequest {
  readonly capability: Capability;
  readonly contentType: ContentType;
  /** Null when there was nothing to read. */
  readonly intent: Intent | null;
  readonly choice: JobChoice;
}

/** Keeps what was told, so that it can be relied on until `expiresAt`. */
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
 * What a request becomes by an estimate, as often as it is asked for until it expires. Throws
 * `estimate_not_found`, `outside_organization`, `estimate_expired`, and `estimate_mismatch` for
 * another request.
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

export async function deleteExpiredEstimates(em: EntityManager, now: Date): Promise<number> {
  const forgottenBefore = new Date(now.getTime() - rememberedHours * 3_600_000);
  return em.nativeDelete(Estimate, { expiresAt: { $lt: forgottenBefore } });
}

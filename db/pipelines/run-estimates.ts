import { RunEstimate } from "#db/entities/estimate.ts";
import { createId } from "#db/ids.ts";
import { validMinutes } from "#db/jobs/estimates.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import type { FrozenPrices } from "#domain/pipelines/runs/price-bound.ts";

/** Stores prices and models of a run, binding until `expiresAt`. */
export async function createRunEstimate(
  em: EntityManager,
  estimate: {
    readonly organizationId: string;
    readonly pipelineId: string;
    readonly version: number;
    readonly requestHash: Buffer;
    readonly prices: FrozenPrices;
    readonly maxCredits: number;
    readonly now: Date;
  },
): Promise<{ estimateId: string; expiresAt: Date }> {
  const { now, ...row } = estimate;
  const estimateId = createId("estimate");
  const expiresAt = new Date(now.getTime() + validMinutes * 60_000);
  await em.insert(RunEstimate, { ...row, id: estimateId, createdAt: now, expiresAt });
  return { estimateId, expiresAt };
}

/** Reports whether an estimate is that of a run, and not of a generation. */
export async function isRunEstimate(em: EntityManager, estimateId: string): Promise<boolean> {
  return (await em.count(RunEstimate, { id: estimateId })) > 0;
}

/**
 * Returns the version and the prices of an estimate, which can be used any number of times until it expires. Throws
 * `estimate_not_found`, `outside_organization`, `estimate_expired`, and `estimate_mismatch` when the request differs
 * from the quoted one.
 */
export async function findRunEstimate(
  em: EntityManager,
  asked: {
    readonly estimateId: string;
    readonly organizationId: string;
    readonly pipelineId: string;
    readonly version: number | undefined;
    readonly requestHash: Buffer;
    readonly now: Date;
  },
): Promise<Pick<RunEstimate, "version" | "prices" | "maxCredits">> {
  const { estimateId, now } = asked;
  const estimate = await em.findOne(RunEstimate, estimateId);
  if (estimate === null) throw new AppError("estimate_not_found", { details: { estimateId } });
  if (estimate.organizationId !== asked.organizationId) throw new AppError("outside_organization");
  const { pipelineId, version, requestHash, prices, maxCredits, expiresAt } = estimate;
  if (expiresAt <= now) {
    throw new AppError("estimate_expired", { details: { expiredAt: expiresAt.toISOString() } });
  }
  const isSame =
    pipelineId === asked.pipelineId &&
    (asked.version ?? version) === version &&
    asked.requestHash.equals(requestHash);
  if (!isSame) throw new AppError("estimate_mismatch");
  return { version, prices, maxCredits };
}

import { Organization } from "#db/entities/account.ts";
import { lockOrganization } from "#db/organizations/lock-organization.ts";
import type { EntityManager } from "#db/orm.ts";
import { plans, type PlanSlug } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Refuses a run that the transaction has added to those of the organization that have not ended, when the plan allows
 * fewer. Throws `run_limit_reached`; the transaction must then be rolled back.
 */
export async function refuseAboveRunLimit(
  tx: EntityManager,
  organizationId: string,
): Promise<void> {
  // Serializes acceptances, so that concurrent requests cannot exceed the limit.
  await lockOrganization(tx, organizationId);
  const { plan }: { plan: PlanSlug } = await tx.findOneOrFail(Organization, organizationId);
  const limit = plans[plan].openRunsMax;
  const rows = await tx.execute<{ id: string }[]>(
    `select id from jobs
     where organization_id = ? and pipeline_id is not null and run_id is null and finished_at is null
     limit ?`,
    [organizationId, limit + 1],
  );
  if (rows.length > limit) throw new AppError("run_limit_reached", { details: { limit } });
}

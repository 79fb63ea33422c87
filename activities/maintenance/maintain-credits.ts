import type { ActivityDependencies } from "#activities/dependencies.ts";
import { grantMonthlyCredits } from "#db/billing/credits.ts";
import { expireCredits } from "#db/billing/expire-credits.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

/**
 * Grants the credits of the current month, whatever time the run was scheduled for: a past month's have
 * expired.
 */
export function createGrantMonthlyCredits({ orm }: ActivityDependencies) {
  return async function runGrantMonthlyCredits({
    after,
  }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    return grantMonthlyCredits(orm.em.fork(), { now: new Date(), after });
  };
}

export function createExpireCredits({ orm }: ActivityDependencies) {
  return async function runExpireCredits({
    after,
  }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    return expireCredits(orm.em.fork(), { now: new Date(), after });
  };
}

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { grantMonthlyCredits } from "#db/billing/credits.ts";
import { expireCredits } from "#db/billing/expire-credits.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

/** The month is that of the clock, whatever time the run was scheduled for: a past one has expired. */
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

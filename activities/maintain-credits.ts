import { grantMonthlyCredits } from "#db/credits.ts";
import { expireCredits } from "#db/expire-credits.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

import type { ActivityDependencies } from "./dependencies.ts";

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

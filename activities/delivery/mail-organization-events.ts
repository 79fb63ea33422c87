import type { ActivityDependencies } from "#activities/dependencies.ts";
import { mailOrganizationEvents } from "#db/email/email-events.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

export function createMailOrganizationEvents({ orm, vault }: ActivityDependencies) {
  return async function runMailOrganizationEvents({
    after,
  }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    return mailOrganizationEvents(orm.em.fork(), { vault, now: new Date(), after });
  };
}

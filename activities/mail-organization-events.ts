import { mailOrganizationEvents } from "#db/mail-events.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

import type { ActivityDependencies } from "./dependencies.ts";

export function createMailOrganizationEvents({ orm, vault }: ActivityDependencies) {
  return async function runMailOrganizationEvents({
    after,
  }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    return mailOrganizationEvents(orm.em.fork(), { vault, now: new Date(), after });
  };
}

import { mailCreditEvents } from "#db/mail-events.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

import type { ActivityDependencies } from "./dependencies.ts";

export function createMailCreditEvents({ orm, vault }: ActivityDependencies) {
  return async function runMailCreditEvents({
    after,
  }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    return mailCreditEvents(orm.em.fork(), { vault, now: new Date(), after });
  };
}

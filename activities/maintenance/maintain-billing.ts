import type { ActivityDependencies } from "#activities/dependencies.ts";
import { syncDueEvents } from "#db/billing/payments/billing-events.ts";
import { reconcileBilling } from "#db/billing/payments/reconcile.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

const nothing: MaintenanceTurn = { changed: 0, next: null };

export function createSyncBilling({ orm, payments, vault, logger }: ActivityDependencies) {
  return async function runSyncBilling(): Promise<MaintenanceTurn> {
    if (payments === null) return nothing;
    return syncDueEvents(orm.em.fork(), {
      payments,
      vault,
      now: new Date(),
      onFailure: (error, subject) => logger.warn({ error, subject }, "customer not synchronized"),
    });
  };
}

export function createReconcileBilling({ orm, payments, vault, logger }: ActivityDependencies) {
  return async function runReconcileBilling({
    after,
  }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    if (payments === null) return nothing;
    return reconcileBilling(orm.em.fork(), {
      payments,
      vault,
      now: new Date(),
      after,
      onFailure: (error, organizationId) =>
        logger.error({ error, organizationId }, "customer not reconciled"),
    });
  };
}

import { cancellationSignal, heartbeat } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { deleteOldWebhooks } from "#db/webhooks/delete-old-webhooks.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";
import { reconcileDeliveries } from "#temporal/reconcile-deliveries.ts";

/** Starts a new run for deliveries without one. The API also does so on a timer. */
export function createReconcileWebhooks({ orm, client, logger, limits }: ActivityDependencies) {
  return async function reconcileWebhooks(): Promise<MaintenanceTurn> {
    const changed = await reconcileDeliveries(
      {
        orm,
        client,
        logger,
        staleSeconds: limits.reconcileSeconds,
        beat: () => heartbeat(),
      },
      cancellationSignal(),
    );
    return { changed, next: null };
  };
}

export function createDeleteOldWebhooks({ orm }: ActivityDependencies) {
  return async function runDeleteOldWebhooks(): Promise<MaintenanceTurn> {
    const { deleted, isComplete } = await deleteOldWebhooks(orm.em.fork(), new Date());
    return { changed: deleted, next: isComplete ? null : "more" };
  };
}

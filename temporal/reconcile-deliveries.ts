import { WorkflowNotFoundError, type Client } from "@temporalio/client";

import {
  beginRun,
  claimStaleDeliveries,
  type StaleDelivery,
} from "#db/webhooks/reconcile-deliveries.ts";
import { deliveryWorkflowIdOf } from "#domain/notifications/webhook.ts";

import { reconcileInBatches, type Reconciling } from "./reconcile-in-batches.ts";
import { startDeliveryRun } from "./start-delivery-run.ts";
import { withCallDeadline } from "./with-call-deadline.ts";

/**
 * Starts a new run for every overdue delivery without a workflow, which happens after a termination or when
 * Temporal lost its data. The run continues from the rows. Safe to run concurrently. While Temporal is
 * unavailable, nothing is claimed and nothing is thrown. Returns the number of runs started.
 */
export async function reconcileDeliveries(
  reconciling: Reconciling,
  signal?: AbortSignal,
): Promise<number> {
  const { orm, staleSeconds: seconds } = reconciling;
  let resumed = 0;
  await reconcileInBatches(
    reconciling,
    {
      claim: async (limit) => claimStaleDeliveries(orm.em.fork(), { seconds, limit }),
      async reconcile(delivery) {
        if (await resumeSafely(delivery, reconciling)) resumed += 1;
      },
    },
    signal,
  );
  return resumed;
}

/**
 * Logs a failure instead of throwing it, so that one delivery does not block the others. It is claimed again
 * later.
 */
async function resumeSafely(delivery: StaleDelivery, reconciling: Reconciling): Promise<boolean> {
  const { deliveryId } = delivery;
  try {
    return await resume(delivery, reconciling);
  } catch (error) {
    reconciling.logger.warn({ deliveryId, error }, "webhook not reconciled; retrying later");
    return false;
  }
}

async function resume(
  { deliveryId, organization, ...former }: StaleDelivery,
  { orm, client, logger }: Reconciling,
): Promise<boolean> {
  const id = deliveryWorkflowIdOf(deliveryId, former.runs);
  if (await withCallDeadline(client, async () => isRunning(client, id))) return false;
  const runs = former.runs + 1;
  if (!(await beginRun(orm.em.fork(), { deliveryId, runs }))) return false;
  await withCallDeadline(client, async () =>
    startDeliveryRun(client, { deliveryId, runs, organization }),
  );
  logger.warn({ deliveryId, runs }, "webhook delivery resumed: no run existed");
  return true;
}

async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name === "RUNNING" || status.name === "PAUSED";
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

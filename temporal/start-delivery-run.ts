import type { Client } from "@temporalio/client";

import type { PlanSlug } from "#domain/billing/plans.ts";
import { deliveryWorkflowIdOf } from "#domain/notifications/webhook.ts";
import type { DeliverWebhookInput } from "#domain/workflow-inputs.ts";

import { priorityOf } from "./priority-of.ts";
import { onceFor, startOnce } from "./start-once.ts";

export interface RunOfDelivery {
  readonly deliveryId: string;
  readonly runs: number;
  readonly organization: { readonly id: string; readonly plan: PlanSlug } | null;
}

/** Starts a run of a delivery unless it was started before. Organizations share workers by `priorityOf`. */
export async function startDeliveryRun(
  client: Client,
  { deliveryId, runs, organization }: RunOfDelivery,
): Promise<void> {
  await startOnce(async () =>
    client.workflow.start<(input: DeliverWebhookInput) => Promise<unknown>>("deliverWebhook", {
      ...onceFor(deliveryWorkflowIdOf(deliveryId, runs)),
      args: [{ deliveryId, runs, schemaVersion: 1 }],
      ...(organization === null
        ? {}
        : {
            staticSummary: `webhook of ${organization.id}`,
            priority: priorityOf(organization, { isBackground: false }),
          }),
    }),
  );
}

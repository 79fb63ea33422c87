import { proxyActivities, setCurrentDetails, sleep } from "@temporalio/workflow";

import type { Activities } from "#activities/index.ts";
import { attemptsMax } from "#domain/notifications/webhook.ts";
import { webhookQueue } from "#domain/task-queues.ts";
import type { DeliverWebhookInput } from "#domain/workflow-inputs.ts";

/**
 * Tells one endpoint of one event. Its id is `webhook/<deliveryId>`, or `webhook/<deliveryId>/r<runs>`.
 * The rows know what was tried and when the next try is due, so any run goes on where another was.
 */
export async function deliverWebhook({
  deliveryId,
  runs,
}: DeliverWebhookInput): Promise<{ state: string }> {
  for (let turn = 1; ; turn += 1) {
    // What the receiver answers is a result; only the database's being away is tried again at once.
    const sending = proxyActivities<Pick<Activities, "sendWebhook">>({
      taskQueue: webhookQueue,
      summary: `try ${turn}`,
      startToCloseTimeout: "1m",
      heartbeatTimeout: "10s",
      retry: { initialInterval: "200ms", backoffCoefficient: 2, maximumInterval: "30s" },
    });
    const turned = await sending.sendWebhook({ deliveryId, runs });
    if (turned.state !== "pending") return { state: turned.state };
    setCurrentDetails(
      `**${turned.error ?? "waiting"}** · ${turned.failures} of ${attemptsMax} tries failed`,
    );
    await sleep(turned.waitMs, { summary: `until try ${turned.failures + 1}` });
  }
}

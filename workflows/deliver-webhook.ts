import { proxyActivities, setCurrentDetails, sleep } from "@temporalio/workflow";

import type { Activities } from "#activities/index.ts";
import { attemptsMax } from "#domain/notifications/webhook.ts";
import { webhookQueue } from "#domain/task-queues.ts";
import type { DeliverWebhookInput } from "#domain/workflow-inputs.ts";

import { webhookTimeouts } from "./timeouts.ts";

/**
 * Delivers one event to one endpoint. The workflow id is `webhook/<deliveryId>` or
 * `webhook/<deliveryId>/r<runs>`. Past attempts and the time of the next one are in the rows, so any run
 * continues where another stopped.
 */
export async function deliverWebhook({
  deliveryId,
  runs,
}: DeliverWebhookInput): Promise<{ state: string }> {
  for (let attempt = 1; ; attempt += 1) {
    const sending = proxyActivities<Pick<Activities, "sendWebhook">>({
      taskQueue: webhookQueue,
      summary: `attempt ${attempt}`,
      ...webhookTimeouts,
    });
    const result = await sending.sendWebhook({ deliveryId, runs });
    if (result.state !== "pending") return { state: result.state };
    setCurrentDetails(
      `**${result.error ?? "waiting"}** · ${result.failures} of ${attemptsMax} attempts failed`,
    );
    await sleep(result.waitMs, { summary: `until attempt ${result.failures + 1}` });
  }
}

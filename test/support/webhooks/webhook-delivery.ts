import pino from "pino";

import { createSendWebhook } from "#activities/delivery/send-webhook.ts";
import { WebhookDelivery } from "#db/entities/webhook.ts";
import type { MikroORM } from "#db/orm.ts";
import { sendTestEvent } from "#db/webhooks/webhook-deliveries.ts";
import type { TestOrganization } from "#test/support/accounts/organization.ts";
import { testAddresses, testVault } from "#test/support/api.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";

import { createTestWebhook, publishEvents } from "./webhooks.ts";

/** Creates an endpoint with a delivery that waits for its first attempt; no workflow sends it. */
export async function createTestDelivery(
  orm: MikroORM,
  owner: Pick<TestOrganization, "organizationId" | "accountId">,
): Promise<{ webhookId: string; deliveryId: string }> {
  const { webhookId } = await createTestWebhook(orm, owner);
  const { organizationId } = owner;
  const sent = await sendTestEvent(orm.em.fork(), { webhookId, organizationId, now: new Date() });
  return { webhookId, deliveryId: sent.delivery.id };
}

/** Publishes due events and makes one attempt per pending delivery of an endpoint, oldest first. */
export async function sendPending(orm: MikroORM, endpointId: string): Promise<void> {
  await publishEvents(orm);
  const pending = await orm.em
    .fork()
    .find(WebhookDelivery, { endpointId, state: "pending" }, { orderBy: { id: "asc" } });
  const sendWebhook = createSendWebhook({
    orm,
    vault: testVault,
    logger: pino({ level: "silent" }),
    webhooks: { timeoutMs: 10_000, allowPrivate: true, addresses: testAddresses },
  });
  for (const { id: deliveryId, runs } of pending) {
    await runActivity(async () => sendWebhook({ deliveryId, runs }));
  }
}

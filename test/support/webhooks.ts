import type { MikroORM } from "#db/orm.ts";
import { sendTestEvent } from "#db/webhook-deliveries.ts";
import { createWebhook, type WebhookRules } from "#db/webhooks.ts";

import { testVault } from "./api.ts";
import type { TestOrganization } from "./organization.ts";

/** An endpoint that is told of everything, and its secret. */
export async function createTestWebhook(
  orm: MikroORM,
  { organizationId, accountId }: Pick<TestOrganization, "organizationId" | "accountId">,
  rules: Partial<WebhookRules> = {},
): Promise<{ webhookId: string; secret: string }> {
  const { webhook, secret } = await createWebhook(orm.em.fork(), testVault, {
    organizationId,
    createdBy: accountId,
    rules: { url: "https://example.com/hooks", events: null, enabled: true, ...rules },
    actor: {},
  });
  return { webhookId: webhook.id, secret };
}

/** The same with a delivery that waits for its first try; nothing sends it in these tests. */
export async function createTestDelivery(
  orm: MikroORM,
  owner: Pick<TestOrganization, "organizationId" | "accountId">,
): Promise<{ webhookId: string; deliveryId: string }> {
  const { webhookId } = await createTestWebhook(orm, owner);
  const { organizationId } = owner;
  const sent = await sendTestEvent(orm.em.fork(), { webhookId, organizationId, now: new Date() });
  return { webhookId, deliveryId: sent.delivery.id };
}

import type { MikroORM } from "#db/orm.ts";
import { sendTestEvent } from "#db/webhook-deliveries.ts";

import type { TestOrganization } from "./organization.ts";
import { createTestWebhook } from "./webhooks.ts";

/** An endpoint with a delivery that waits for its first try; nothing sends it in these tests. */
export async function createTestDelivery(
  orm: MikroORM,
  owner: Pick<TestOrganization, "organizationId" | "accountId">,
): Promise<{ webhookId: string; deliveryId: string }> {
  const { webhookId } = await createTestWebhook(orm, owner);
  const { organizationId } = owner;
  const sent = await sendTestEvent(orm.em.fork(), { webhookId, organizationId, now: new Date() });
  return { webhookId, deliveryId: sent.delivery.id };
}

import { publishEvent } from "#api/relay/publish-event.ts";
import { WebhookEvent } from "#db/entities/webhook.ts";
import { createJob } from "#db/jobs/jobs.ts";
import type { MikroORM } from "#db/orm.ts";
import { createWebhook, type WebhookRules } from "#db/webhooks/webhooks.ts";
import type { TestOrganization } from "#test/support/accounts/organization.ts";
import { testAddresses, testVault } from "#test/support/api.ts";
import { newPicture } from "#test/support/jobs/jobs.ts";

/** Creates an endpoint for all event types and returns it with its secret. */
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

/** Creates a queued, priced job with a webhook URL for its end. */
export async function createJobWithAddress(
  orm: MikroORM,
  owner: Pick<TestOrganization, "organizationId" | "accountId">,
  webhookUrl: string,
): Promise<string> {
  return (await createJob(orm.em.fork(), newPicture(owner, { webhookUrl }))).jobId;
}

/** Creates the deliveries of due events, as the relay does. */
export async function publishEvents(orm: MikroORM): Promise<void> {
  const due = await orm.em
    .fork()
    .find(WebhookEvent, { endpointIds: { $ne: null } }, { orderBy: { id: "asc" } });
  for (const { id } of due) {
    const presenting = { em: orm.em.fork(), settings: testAddresses, now: () => new Date() };
    await publishEvent(id, presenting);
  }
}

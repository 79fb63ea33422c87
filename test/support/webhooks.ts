import { createJob } from "#db/jobs.ts";
import type { MikroORM } from "#db/orm.ts";
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

/** A queued job that is priced, and that names an address to be told of its end. */
export async function createJobWithAddress(
  orm: MikroORM,
  { organizationId, accountId }: Pick<TestOrganization, "organizationId" | "accountId">,
  webhookUrl: string,
): Promise<string> {
  const { jobId } = await createJob(orm.em.fork(), {
    organizationId,
    accountId,
    apiKeyId: null,
    source: "generation",
    request: { parseIntent: false, prompt: "a fox", inputs: [], parameters: {}, webhookUrl },
    contentType: "image",
    capability: "text-to-image",
    metadata: {},
    choice: {
      modelId: "studio-image",
      providerSlug: "studio",
      credits: 1,
      routing: { strategy: "quality", reason: "It is the only one.", assumptions: [] },
    },
    idempotency: null,
  });
  return jobId;
}

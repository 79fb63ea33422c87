import { defineRoute } from "#api/http/route.ts";
import { presentWebhook } from "#api/present/webhook.ts";
import { countedOfWebhooks, webhookParams, webhookSchema } from "#api/schemas/webhook.ts";
import { findWebhook } from "#db/webhooks/webhooks.ts";

export const getWebhook = defineRoute({
  method: "get",
  path: "/v1/webhooks/{webhookId}",
  operationId: "getWebhook",
  summary: "Retrieve a webhook",
  description: "Returns its URL, its event types and its failure streak.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:read" },
  params: webhookParams,
  status: 200,
  response: webhookSchema,
  errors: ["webhook_not_found", "outside_organization"],
  counted: countedOfWebhooks,
  conditional: true,
  async handle({ params, caller }, { em, now }) {
    const { organizationId } = caller;
    const webhook = await findWebhook(em, { webhookId: params.webhookId, organizationId });
    return presentWebhook(webhook, now());
  },
});

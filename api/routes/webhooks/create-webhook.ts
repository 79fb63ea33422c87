import { actorOf } from "#api/acting.ts";
import { checkWebhookUrl } from "#api/check-webhook-url.ts";
import { presentWebhook } from "#api/present/webhook.ts";
import { defineRoute } from "#api/route.ts";
import { newWebhookSchema, webhookWithSecretSchema } from "#api/schemas/webhook.ts";
import { createWebhook as createRow } from "#db/webhooks.ts";

const parameters = { webhookId: "$response.body#/webhookId" };

export const createWebhook = defineRoute({
  method: "post",
  path: "/v1/webhooks",
  operationId: "createWebhook",
  summary: "Be told at an address of yours",
  description:
    "The secret that signs is in this answer and in no other. An address may have several webhooks, each with " +
    "its own secret, and is then told by each of them.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:write" },
  body: newWebhookSchema,
  status: 201,
  response: webhookWithSecretSchema,
  errors: ["webhook_limit_reached"],
  idempotent: true,
  links: {
    webhook: { operationId: "getWebhook", parameters },
    test: { operationId: "testWebhook", parameters },
    deliveries: { operationId: "listWebhookDeliveries", parameters },
  },
  examples: {
    body: {
      jobs: {
        url: "https://example.com/hooks/media",
        events: ["job.completed", "job.failed", "job.canceled", "job.needs_input"],
      },
      everything: { url: "https://example.com/hooks/media" },
    },
  },
  async handle({ body, caller, request, setHeader }, { em, vault, settings, now }) {
    checkWebhookUrl(body.url, { pointer: "/url", settings });
    const { webhook, secret } = await createRow(em, vault, {
      organizationId: caller.organizationId,
      createdBy: caller.accountId,
      rules: body,
      actor: actorOf({ caller, request }),
    });
    setHeader("Cache-Control", "no-store");
    setHeader("Location", `/v1/webhooks/${webhook.id}`);
    return { ...presentWebhook(webhook, now()), secret };
  },
});

import { checkWebhookUrl } from "#api/accept/check-webhook-url.ts";
import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentWebhook } from "#api/present/webhook.ts";
import { newWebhookSchema, webhookWithSecretSchema } from "#api/schemas/webhook.ts";
import { createJobsWebhook, createWebhook as createRow } from "#db/webhooks/webhooks.ts";

const parameters = { webhookId: "$response.body#/webhookId" };

export const createWebhook = defineRoute({
  method: "post",
  path: "/v1/webhooks",
  operationId: "createWebhook",
  summary: "Be told at an address of yours",
  description:
    "The secret that signs is in this answer and in no other. An address may have several webhooks, each with " +
    "its own secret, and is then told by each of them. The one without an address is made by the first job " +
    "that names an address, too; its secret is then had by a rotation.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:write" },
  body: newWebhookSchema,
  status: 201,
  response: webhookWithSecretSchema,
  errors: ["webhook_limit_reached", "webhook_exists"],
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
      "addresses of jobs": { url: null },
    },
  },
  async handle({ body, caller, request, setHeader }, { em, vault, settings, now }) {
    const { url, events, enabled } = body;
    if (url !== null) checkWebhookUrl(url, { pointer: "/url", settings });
    const given = {
      organizationId: caller.organizationId,
      createdBy: caller.accountId,
      actor: actorOf({ caller, request }),
    };
    const { webhook, secret } =
      url === null
        ? await createJobsWebhook(em, vault, given)
        : await createRow(em, vault, { ...given, rules: { url, events, enabled } });
    setHeader("Cache-Control", "no-store");
    setHeader("Location", `/v1/webhooks/${webhook.id}`);
    return { ...presentWebhook(webhook, now()), secret };
  },
});

import { checkWebhookUrl } from "#api/accept/check-webhook-url.ts";
import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentWebhook } from "#api/present/webhook.ts";
import { newWebhookSchema, webhookWithSecretSchema } from "#api/schemas/webhook.ts";
import { createJobsWebhook, createWebhook as createRow } from "#db/webhooks/webhooks.ts";
import { listenUrl } from "#domain/notifications/webhook.ts";

const parameters = { webhookId: "$response.body#/webhookId" };

export const createWebhook = defineRoute({
  method: "post",
  path: "/v1/webhooks",
  operationId: "createWebhook",
  summary: "Create a webhook endpoint",
  description:
    "The signing secret is returned only in this response. A URL may have several webhooks, each with " +
    "its own secret; each of them sends every event. The webhook without a URL is also created by the " +
    "first job that has a `webhookUrl`; rotate its secret to receive the value. With the URL `listen:` " +
    "nothing is sent: `GET /v1/webhooks/{webhookId}/deliveries` streams the deliveries.",
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
      stream: { url: "listen:", events: ["job.completed"] },
    },
  },
  async handle({ body, caller, request, setHeader }, { em, vault, settings, now }) {
    const { url, events, enabled } = body;
    if (url !== null && url !== listenUrl) checkWebhookUrl(url, { pointer: "/url", settings });
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

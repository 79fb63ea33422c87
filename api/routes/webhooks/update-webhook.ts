import { checkWebhookUrl } from "#api/accept/check-webhook-url.ts";
import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentWebhook } from "#api/present/webhook.ts";
import {
  countedOfWebhooks,
  webhookChangeSchema,
  webhookParams,
  webhookSchema,
} from "#api/schemas/webhook.ts";
import { updateWebhook as updateRow } from "#db/webhooks/webhooks.ts";

import { getWebhook } from "./get-webhook.ts";

export const updateWebhook = defineRoute({
  method: "put",
  path: "/v1/webhooks/{webhookId}",
  operationId: "updateWebhook",
  summary: "Update a webhook",
  description:
    "Omitted fields stay unchanged. Enabling a webhook resets the failure streak and starts with the " +
    "next event; resend missed deliveries one by one. Pending deliveries use the new URL from their " +
    "next attempt.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:write" },
  params: webhookParams,
  body: webhookChangeSchema,
  status: 200,
  response: webhookSchema,
  errors: ["webhook_not_found", "outside_organization", "webhook_for_jobs"],
  counted: countedOfWebhooks,
  examples: { body: { enable: { enabled: true }, fewer: { events: ["job.failed"] } } },
  current: async (input, dependencies) => getWebhook.handle(input, dependencies),
  async handle({ params, body, caller, request }, { em, settings, now }) {
    const { url, events, enabled } = body;
    if (url !== undefined) checkWebhookUrl(url, { pointer: "/url", settings });
    const webhook = await updateRow(em, {
      webhookId: params.webhookId,
      organizationId: caller.organizationId,
      rules: {
        ...(url === undefined ? {} : { url }),
        ...(events === undefined ? {} : { events }),
        ...(enabled === undefined ? {} : { enabled }),
      },
      actor: actorOf({ caller, request }),
    });
    return presentWebhook(webhook, now());
  },
});

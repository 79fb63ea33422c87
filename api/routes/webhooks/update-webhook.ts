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
  summary: "Change a webhook",
  description:
    "What is left out stays as it is. Enabling it ends the failure streak and begins with the next event; what " +
    "it missed is sent by sending it again. What is on its way goes to the new address from its next try on.",
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

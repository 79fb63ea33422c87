import { defineRoute } from "#api/http/route.ts";
import { presentDelivery } from "#api/present/webhook.ts";
import { deliverySchema, webhookParams } from "#api/schemas/webhook.ts";
import { sendTestEvent } from "#db/webhooks/webhook-deliveries.ts";

import { deliveryLinks, deliveryPath } from "./delivery-links.ts";

export const testWebhook = defineRoute({
  method: "post",
  path: "/v1/webhooks/{webhookId}/test",
  operationId: "testWebhook",
  summary: "Send a test event",
  description:
    "Sends an event of the type `test`, regardless of the webhook's event types. The deliveries of the " +
    "webhook show the outcome.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:write" },
  params: webhookParams,
  status: 202,
  response: deliverySchema,
  errors: ["webhook_not_found", "outside_organization", "webhook_disabled", "webhook_for_jobs"],
  idempotent: true,
  links: deliveryLinks,
  async handle({ params, caller, setHeader }, { em, onOutbox, now }) {
    const { organizationId } = caller;
    const { webhookId } = params;
    const sent = await sendTestEvent(em, { webhookId, organizationId, now: now() });
    onOutbox();
    setHeader("Location", deliveryPath(sent.delivery));
    return presentDelivery(sent);
  },
});

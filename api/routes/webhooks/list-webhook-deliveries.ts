import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentDelivery } from "#api/present/webhook.ts";
import { pageOf } from "#api/schemas/common.ts";
import { deliveriesQuery, deliverySchema, webhookParams } from "#api/schemas/webhook.ts";
import { listDeliveries } from "#db/webhooks/webhook-deliveries.ts";

export const listWebhookDeliveries = defineRoute({
  method: "get",
  path: "/v1/webhooks/{webhookId}/deliveries",
  operationId: "listWebhookDeliveries",
  summary: "List webhook deliveries, newest first",
  description:
    "Each delivery has its attempts with request, response and duration, and the time of the next " +
    "attempt. Deliveries are kept for 30 days.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:read" },
  params: webhookParams,
  query: deliveriesQuery,
  status: 200,
  response: pageOf(deliverySchema),
  errors: ["webhook_not_found", "outside_organization"],
  async handle({ params, query, caller }, { em, settings }) {
    const { webhookId } = params;
    const { organizationId } = caller;
    const { deliveryId, eventId, state } = query;
    const filter = { deliveryId, eventId, state };
    const { rows, nextCursor } = await loadPage({
      list: `webhook-deliveries ${webhookId}`,
      secret: settings.signingSecret,
      query,
      load: async (part) => listDeliveries(em, { webhookId, organizationId, filter, ...part }),
      idOf: ({ delivery }) => delivery.id,
    });
    return { data: rows.map(presentDelivery), nextCursor };
  },
});

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentDelivery } from "#api/present/webhook.ts";
import { deliveryParams, deliverySchema } from "#api/schemas/webhook.ts";
import { redeliver as redeliverRow } from "#db/webhooks/webhook-deliveries.ts";

import { deliveryLinks, deliveryPath } from "./delivery-links.ts";

export const redeliver = defineRoute({
  method: "post",
  path: "/v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver",
  operationId: "redeliver",
  summary: "Resend a delivery",
  description:
    "Sends the same `webhook-id` and body with a new signature and a full retry schedule, even if the " +
    "delivery succeeded before. A pending delivery is sent immediately.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:write" },
  params: deliveryParams,
  status: 202,
  response: deliverySchema,
  errors: [
    "webhook_not_found",
    "delivery_not_found",
    "outside_organization",
    "webhook_disabled",
    "delivery_data_deleted",
  ],
  idempotent: true,
  links: deliveryLinks,
  async handle({ params, caller, request, setHeader }, { em, onOutbox }) {
    const sent = await redeliverRow(em, {
      ...params,
      organizationId: caller.organizationId,
      actor: actorOf({ caller, request }),
    });
    onOutbox();
    setHeader("Location", deliveryPath(sent.delivery));
    return presentDelivery(sent);
  },
});

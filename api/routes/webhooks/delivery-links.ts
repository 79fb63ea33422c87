import type { WebhookDelivery } from "#db/entities/webhook.ts";

/** Where a client that was given a delivery looks at how it goes on. */
export const deliveryLinks = {
  delivery: {
    operationId: "listWebhookDeliveries",
    parameters: {
      webhookId: "$response.body#/webhookId",
      deliveryId: "$response.body#/deliveryId",
    },
  },
};

export function deliveryPath({ id, endpointId }: WebhookDelivery): string {
  return `/v1/webhooks/${endpointId}/deliveries?deliveryId=${id}`;
}

import type { WebhookDelivery } from "#db/entities/webhook.ts";

/** OpenAPI links from a delivery's ID to its progress. */
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

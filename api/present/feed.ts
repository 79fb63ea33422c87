import type { z } from "zod";

import type { deliveryEndSchema } from "#api/schemas/feed.ts";
import type { EndedDelivery } from "#db/feed/ended-deliveries.ts";

export function presentDeliveryEnd(
  delivery: EndedDelivery,
): Omit<z.input<typeof deliveryEndSchema>, "type"> {
  const { id, webhookId, eventType, attempts, finishedAt } = delivery;
  return {
    deliveryId: id,
    webhookId,
    eventType,
    attemptCount: attempts,
    finishedAt: finishedAt.toISOString(),
  };
}

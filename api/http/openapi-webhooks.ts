import type { ZodOpenApiPathsObject } from "zod-openapi";

import { webhookEventSchemas } from "#api/schemas/webhook-event.ts";
import { webhookEventTypes, type WebhookEventType } from "#domain/notifications/webhook.ts";

/** Documents the webhooks that the engine sends, one for each event type. */
export function documentWebhooks(): ZodOpenApiPathsObject {
  const types = Object.keys(webhookEventTypes) as WebhookEventType[];
  return Object.fromEntries(types.map((type) => [type, { post: operationOf(type) }]));
}

function operationOf(type: WebhookEventType): ZodOpenApiPathsObject[string]["post"] & object {
  return {
    operationId: `on${type.split(/[._]/).map(capitalize).join("")}`,
    summary: webhookEventTypes[type],
    tags: ["Webhooks"],
    security: [],
    parameters: headers.map(([name, description]) => ({
      name,
      in: "header" as const,
      required: true,
      description,
      schema: { type: "string" as const },
    })),
    requestBody: {
      required: true,
      content: { "application/json": { schema: webhookEventSchemas[type] } },
    },
    responses: {
      "2XX": { description: "It arrived." },
      "410": { description: "The receiver is gone for good: the webhook is disabled." },
      default: { description: "It is sent again later." },
    },
  };
}

const headers = [
  ["webhook-id", "Names the event, the same at every try: a receiver takes each id once."],
  ["webhook-timestamp", "When this try was made, in Unix seconds."],
  [
    "webhook-signature",
    "`v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body` (Standard Webhooks); during a rotation one " +
      "for each secret, with a space between.",
  ],
] as const;

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

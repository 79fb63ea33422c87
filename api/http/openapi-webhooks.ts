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
      "2XX": { description: "The delivery succeeded." },
      "410": { description: "The receiver is permanently gone; the webhook is disabled." },
      default: { description: "The delivery is retried later." },
    },
  };
}

const headers = [
  ["webhook-id", "Id of the event, the same for every attempt; process each id once."],
  ["webhook-timestamp", "Time of this attempt, in Unix seconds."],
  [
    "webhook-signature",
    "`v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body` (Standard Webhooks); during a " +
      "rotation one signature for each secret, separated by a space.",
  ],
] as const;

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

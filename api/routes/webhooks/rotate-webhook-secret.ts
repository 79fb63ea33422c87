import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentWebhook } from "#api/present/webhook.ts";
import { webhookParams, webhookWithSecretSchema } from "#api/schemas/webhook.ts";
import { rotateWebhookSecret as rotateRow } from "#db/webhooks/webhooks.ts";

const overlapSecondsMax = 30 * 86_400;

export const rotateWebhookSecret = defineRoute({
  method: "post",
  path: "/v1/webhooks/{webhookId}/rotate-secret",
  operationId: "rotateWebhookSecret",
  summary: "Rotate the secret of a webhook",
  description:
    "The new secret is returned only in this response. During the overlap both secrets sign, so that " +
    "receivers can verify with either secret; a secret from an earlier rotation ends immediately.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:write", session: true },
  params: webhookParams,
  body: z.strictObject({
    overlapSeconds: z.int().min(0).max(overlapSecondsMax).default(86_400).meta({
      description: "Seconds for which the previous secret also signs; 0 ends it immediately.",
    }),
  }),
  status: 200,
  response: webhookWithSecretSchema,
  errors: ["webhook_not_found", "outside_organization"],
  idempotent: true,
  examples: { body: { "over an hour": { overlapSeconds: 3600 } } },
  async handle({ params, body, caller, request, setHeader }, { em, vault, now }) {
    const { webhook, secret } = await rotateRow(em, vault, {
      webhookId: params.webhookId,
      organizationId: caller.organizationId,
      overlapSeconds: body.overlapSeconds,
      actor: actorOf({ caller, request }),
    });
    setHeader("Cache-Control", "no-store");
    return { ...presentWebhook(webhook, now()), secret };
  },
});

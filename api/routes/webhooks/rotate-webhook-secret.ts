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
  summary: "Give a webhook a new secret",
  description:
    "The new secret is in this answer and in no other. During the overlap both sign, so that a receiver which " +
    "knows one of them is content; one from an earlier rotation ends at once.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:write", session: true },
  params: webhookParams,
  body: z.strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(overlapSecondsMax)
      .default(86_400)
      .meta({ description: "How long the secret before signs, too; 0 ends it now." }),
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

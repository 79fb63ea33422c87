import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentWebhook } from "#api/present/webhook.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { webhookSchema } from "#api/schemas/webhook.ts";
import { listWebhooks as listRows } from "#db/webhooks/webhooks.ts";

export const listWebhooks = defineRoute({
  method: "get",
  path: "/v1/webhooks",
  operationId: "listWebhooks",
  summary: "List webhooks, newest first",
  description:
    "Secrets are never returned. The webhook without a URL signs for the webhook URLs of jobs; it " +
    "exists from the first job with a `webhookUrl`.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:read" },
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(webhookSchema),
  errors: [],
  async handle({ query, caller }, { em, settings, now }) {
    const { organizationId } = caller;
    const { rows, nextCursor } = await loadPage({
      list: "webhooks",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { organizationId, ...part }),
      idOf: (webhook) => webhook.id,
    });
    return { data: rows.map((webhook) => presentWebhook(webhook, now())), nextCursor };
  },
});

import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { webhookParams } from "#api/schemas/webhook.ts";
import { deleteWebhook as deleteRow } from "#db/webhooks/webhooks.ts";

export const deleteWebhook = defineRoute({
  method: "delete",
  path: "/v1/webhooks/{webhookId}",
  operationId: "deleteWebhook",
  summary: "Delete a webhook",
  description: "Stops all deliveries, including pending deliveries, and deletes the secrets.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:write" },
  params: webhookParams,
  status: 204,
  response: z.undefined(),
  errors: ["webhook_not_found", "outside_organization"],
  async handle({ params, caller, request }, { em }) {
    await deleteRow(em, {
      webhookId: params.webhookId,
      organizationId: caller.organizationId,
      actor: actorOf({ caller, request }),
    });
    return undefined;
  },
});

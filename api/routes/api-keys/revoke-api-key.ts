import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { keyParams } from "#api/schemas/api-key.ts";
import { revokeApiKey as revokeRow } from "#db/organizations/manage-api-keys.ts";

export const revokeApiKey = defineRoute({
  method: "delete",
  path: "/v1/api-keys/{keyId}",
  operationId: "revokeApiKey",
  summary: "Revoke an API key",
  description:
    "The key's value, and its previous value during a rotation, are rejected everywhere within a second " +
    "and permanently. Webhooks whose URL was set with the key (`urlSetWithKey`) stay active; the audit " +
    "log entry lists them. Repeating the request has no effect.",
  tags: ["API keys"],
  access: { permission: "keys:manage", session: true },
  params: keyParams,
  status: 204,
  response: z.undefined(),
  errors: ["api_key_not_found", "outside_organization"],
  async handle({ params, caller, request }, { em }) {
    await revokeRow(em, { caller, keyId: params.keyId, actor: actorOf({ caller, request }) });
    return undefined;
  },
});

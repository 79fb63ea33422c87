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
    "Both of its values are refused everywhere within a second, for good. Webhooks whose URL was chosen with it " +
    "(`urlSetWithKey`) stay; the audit log's entry lists them. Again changes nothing.",
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

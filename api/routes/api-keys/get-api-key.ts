import { defineRoute } from "#api/http/route.ts";
import { presentKeys } from "#api/present/api-key.ts";
import { countedOfKeys, keyParams, keySchema } from "#api/schemas/api-key.ts";
import { findApiKey } from "#db/organizations/manage-api-keys.ts";

export const getApiKey = defineRoute({
  method: "get",
  path: "/v1/api-keys/{keyId}",
  operationId: "getApiKey",
  summary: "Retrieve an API key",
  tags: ["API keys"],
  access: { permission: "keys:read" },
  params: keyParams,
  status: 200,
  response: keySchema,
  errors: ["api_key_not_found", "outside_organization"],
  counted: countedOfKeys,
  conditional: true,
  async handle({ params, caller }, { em, now }) {
    const key = await findApiKey(em, { caller, keyId: params.keyId });
    const [presented] = await presentKeys(em, [key], now());
    if (presented === undefined) throw new Error("expected one API key");
    return presented;
  },
});

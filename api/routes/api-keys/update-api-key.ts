import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentKeys } from "#api/present/api-key.ts";
import { countedOfKeys, keyChangeSchema, keyParams, keySchema } from "#api/schemas/api-key.ts";
import { updateApiKey as updateRow } from "#db/organizations/manage-api-keys.ts";

import { getApiKey } from "./get-api-key.ts";

export const updateApiKey = defineRoute({
  method: "put",
  path: "/v1/api-keys/{keyId}",
  operationId: "updateApiKey",
  summary: "Update an API key",
  description:
    "Omitted fields stay unchanged. Changes take effect everywhere within a second. A developer may " +
    "lower the credit limit of a key, but neither raise nor remove it.",
  tags: ["API keys"],
  access: { permission: "keys:manage", session: true },
  params: keyParams,
  body: keyChangeSchema,
  status: 200,
  response: keySchema,
  errors: ["api_key_not_found", "outside_organization"],
  counted: countedOfKeys,
  examples: { body: { cap: { creditLimit: 100 } } },
  current: async (input, dependencies) => getApiKey.handle(input, dependencies),
  async handle({ params, body, caller, request }, { em, now }) {
    const { name, permissions, creditLimit, allowedIps, expiresAt } = body;
    const key = await updateRow(em, {
      caller,
      keyId: params.keyId,
      rules: {
        ...(name === undefined ? {} : { name }),
        ...(permissions === undefined ? {} : { permissions }),
        ...(creditLimit === undefined ? {} : { creditLimit }),
        ...(allowedIps === undefined ? {} : { allowedAddresses: allowedIps }),
        ...(expiresAt === undefined
          ? {}
          : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
      },
      actor: actorOf({ caller, request }),
    });
    const [presented] = await presentKeys(em, [key], now());
    if (presented === undefined) throw new Error("expected one API key");
    return presented;
  },
});

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentKey } from "#api/present/api-key.ts";
import { keyWithValueSchema, newKeySchema } from "#api/schemas/api-key.ts";
import { addApiKey } from "#db/organizations/manage-api-keys.ts";

export const createApiKey = defineRoute({
  method: "post",
  path: "/v1/api-keys",
  operationId: "createApiKey",
  summary: "Create an API key",
  description:
    "The value is returned only in this response. A key cannot have more permissions than its creator, " +
    "and loses every permission that its creator loses. The plan limits the number of active keys; see " +
    "GET /v1/plans.",
  tags: ["API keys"],
  access: { permission: "keys:manage", session: true },
  body: newKeySchema,
  status: 201,
  response: keyWithValueSchema,
  errors: ["api_key_limit_reached"],
  idempotent: true,
  examples: {
    body: { server: { name: "Shop backend", permissions: ["generations:create", "jobs:read"] } },
  },
  async handle({ body, caller, request, setHeader }, { em, now }) {
    const { allowedIps, expiresAt, ...rest } = body;
    const { key, value } = await addApiKey(em, {
      caller,
      rules: {
        ...rest,
        allowedAddresses: allowedIps,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      },
      actor: actorOf({ caller, request }),
    });
    setHeader("Cache-Control", "no-store");
    setHeader("Location", `/v1/api-keys/${key.id}`);
    return { ...presentKey(key, 0, now()), key: value };
  },
});

import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentKeys } from "#api/present/api-key.ts";
import { keyParams, keyWithValueSchema } from "#api/schemas/api-key.ts";
import { rotateApiKey as rotateRow } from "#db/organizations/manage-api-keys.ts";

const overlapSecondsMax = 30 * 86_400;

export const rotateApiKey = defineRoute({
  method: "post",
  path: "/v1/api-keys/{keyId}/rotate",
  operationId: "rotateApiKey",
  summary: "Give an API key a new value",
  description:
    "The new value is in this answer and in no other. The value before works for the overlap; one from an " +
    "earlier rotation ends at once. Only the key's maker rotates it, because the value acts as that person.",
  tags: ["API keys"],
  access: { permission: "keys:manage", session: true },
  params: keyParams,
  body: z.strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(overlapSecondsMax)
      .default(86_400)
      .meta({ description: "How long the value before still works; 0 ends it now." }),
  }),
  status: 200,
  response: keyWithValueSchema,
  errors: ["api_key_not_found", "outside_organization"],
  idempotent: true,
  examples: { body: { "over an hour": { overlapSeconds: 3600 } } },
  async handle({ params, body, caller, request, setHeader }, { em, now }) {
    const { key, value } = await rotateRow(em, {
      caller,
      keyId: params.keyId,
      overlapSeconds: body.overlapSeconds,
      actor: actorOf({ caller, request }),
    });
    setHeader("Cache-Control", "no-store");
    const [presented] = await presentKeys(em, [key], now());
    if (presented === undefined) throw new Error("one key gave no answer");
    return { ...presented, key: value };
  },
});

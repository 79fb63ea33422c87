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
  summary: "Rotate an API key",
  description:
    "The new value is returned only in this response. The previous value works until the overlap ends; " +
    "a value from an earlier rotation stops working immediately. Only the creator can rotate a key, " +
    "because its value acts on their behalf.",
  tags: ["API keys"],
  access: { permission: "keys:manage", session: true },
  params: keyParams,
  body: z.strictObject({
    overlapSeconds: z.int().min(0).max(overlapSecondsMax).default(86_400).meta({
      description: "Seconds for which the previous value still works; 0 ends it immediately.",
    }),
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
    if (presented === undefined) throw new Error("expected one API key");
    return { ...presented, key: value };
  },
});

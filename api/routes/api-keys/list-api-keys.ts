import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentKeys } from "#api/present/api-key.ts";
import { keySchema } from "#api/schemas/api-key.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { listApiKeys as listRows } from "#db/organizations/manage-api-keys.ts";

export const listApiKeys = defineRoute({
  method: "get",
  path: "/v1/api-keys",
  operationId: "listApiKeys",
  summary: "List API keys, newest first",
  description: "Key values are never returned. A developer sees only keys that they have created.",
  tags: ["API keys"],
  access: { permission: "keys:read" },
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(keySchema),
  errors: [],
  async handle({ query, caller }, { em, settings, now }) {
    const { rows, nextCursor } = await loadPage({
      list: "api-keys",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { caller, ...part }),
      idOf: (key) => key.id,
    });
    return { data: await presentKeys(em, rows, now()), nextCursor };
  },
});

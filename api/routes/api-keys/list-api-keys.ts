import { z } from "zod";

import { readCursor, writeCursor } from "#api/cursor.ts";
import { presentKeys } from "#api/present/api-key.ts";
import { defineRoute } from "#api/route.ts";
import { keySchema } from "#api/schemas/api-key.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { listApiKeys as listRows } from "#db/manage-api-keys.ts";

export const listApiKeys = defineRoute({
  method: "get",
  path: "/v1/api-keys",
  operationId: "listApiKeys",
  summary: "List API keys, newest first",
  description: "Values are never shown. A developer sees the keys of their own.",
  tags: ["API keys"],
  access: { permission: "keys:read" },
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(keySchema),
  errors: [],
  async handle({ query, caller }, { em, settings, now }) {
    const { limit, cursor } = query;
    const secret = settings.signingSecret;
    const keys = await listRows(em, {
      caller,
      limit: limit + 1,
      beforeId: cursor === undefined ? undefined : readCursor(secret, "api-keys", cursor),
    });
    const page = keys.slice(0, limit);
    const last = keys.length > limit ? page.at(-1) : undefined;
    return {
      data: await presentKeys(em, page, now()),
      nextCursor: last === undefined ? null : writeCursor(secret, "api-keys", last.id),
    };
  },
});

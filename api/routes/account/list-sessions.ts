import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { sessionSchema } from "#api/schemas/account.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { listOwnSessions } from "#db/accounts/own-sessions.ts";

export const listSessions = defineRoute({
  method: "get",
  path: "/v1/account/sessions",
  operationId: "listSessions",
  summary: "List your sessions, newest first",
  tags: ["Account"],
  access: "session",
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(sessionSchema),
  errors: [],
  async handle({ query, caller }, { em, settings }) {
    const { accountId } = caller;
    const { rows, nextCursor } = await loadPage({
      list: "sessions",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listOwnSessions(em, { accountId, ...part }),
      idOf: (session) => session.id,
    });
    return {
      data: rows.map((session) => ({
        sessionId: session.id,
        current: session.id === caller.sessionId,
        organizationId: session.organizationId,
        method: session.method,
        address: session.address ?? null,
        userAgent: session.userAgent ?? null,
        createdAt: session.createdAt.toISOString(),
        lastUsedAt: session.lastUsedAt.toISOString(),
        expiresAt: session.expiresAt.toISOString(),
      })),
      nextCursor,
    };
  },
});

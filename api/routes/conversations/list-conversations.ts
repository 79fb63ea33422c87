import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentConversation } from "#api/present/conversation.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { conversationSchema } from "#api/schemas/conversation.ts";
import { listConversations as listRows } from "#db/conversations/conversations.ts";

export const listConversations = defineRoute({
  method: "get",
  path: "/v1/conversations",
  operationId: "listConversations",
  summary: "List conversations, newest first",
  description:
    "Lists the conversations of the organization that a second message or `new` has opened.",
  tags: ["Conversations"],
  access: { permission: "chat:read" },
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(conversationSchema),
  errors: [],
  async handle({ query, caller: { organizationId } }, { em, settings }) {
    const { rows, nextCursor } = await loadPage({
      list: "conversations",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { organizationId, ...part }),
      idOf: ({ id }) => id,
    });
    return { data: rows.map(presentConversation), nextCursor };
  },
});

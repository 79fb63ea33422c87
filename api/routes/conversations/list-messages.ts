import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentMessage } from "#api/present/conversation.ts";
import { presentJobs } from "#api/present/jobs.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { conversationParams, messageSchema } from "#api/schemas/conversation.ts";
import { listMessages as listRows } from "#db/conversations/conversations.ts";

export const listMessages = defineRoute({
  method: "get",
  path: "/v1/conversations/{conversationId}/messages",
  operationId: "listMessages",
  summary: "List the messages of a conversation, newest first",
  description:
    "Each message is a job; the entry has the message, how it was understood, and its result or question.",
  tags: ["Conversations"],
  access: { permission: "chat:read" },
  params: conversationParams,
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(messageSchema),
  errors: ["conversation_not_found", "outside_organization"],
  async handle({ params: { conversationId }, query, caller }, dependencies) {
    const { em, settings } = dependencies;
    const { organizationId } = caller;
    const { rows, nextCursor } = await loadPage({
      list: `messages of ${conversationId}`,
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { conversationId, organizationId, ...part }),
      idOf: ({ id }) => id,
    });
    const presented = await presentJobs(rows, dependencies);
    const data = presented.flatMap((job, index) => {
      const row = rows[index];
      return row === undefined ? [] : presentMessage(row, job);
    });
    return { data, nextCursor };
  },
});

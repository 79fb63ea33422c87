import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { conversationParams } from "#api/schemas/conversation.ts";
import { deleteConversation as deleteRow } from "#db/conversations/conversations.ts";
import { deleteMessages } from "#db/conversations/delete-messages.ts";

export const deleteConversation = defineRoute({
  method: "delete",
  path: "/v1/conversations/{conversationId}",
  operationId: "deleteConversation",
  summary: "Delete a conversation",
  description:
    "Deletes the conversation with the prompts, inputs and outputs of its jobs. Unfinished jobs are canceled, " +
    "and deleted when they have ended. Charges stay in the ledger. Repeating the request has no effect.",
  tags: ["Conversations"],
  access: { permission: "chat:write" },
  params: conversationParams,
  status: 204,
  response: z.undefined(),
  errors: ["conversation_not_found", "outside_organization"],
  async handle({ params: { conversationId }, caller, request }, { em, log, onOutbox }) {
    const { organizationId } = caller;
    const actor = actorOf({ caller, request });
    await deleteRow(em, { conversationId, organizationId, actor });
    onOutbox();
    // A maintenance task deletes the remaining jobs, and the files of all of them.
    await deleteMessages(em.fork(), { conversationId, actor }).catch((error: unknown) => {
      log.warn({ conversationId, error }, "messages of a deleted conversation not deleted yet");
    });
    return undefined;
  },
});

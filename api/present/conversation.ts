import type { z } from "zod";

import { clip } from "#api/http/clip.ts";
import type { conversationSchema, messageSchema } from "#api/schemas/conversation.ts";
import type { ConversationSummary } from "#db/conversations/conversations.ts";
import type { Job } from "#db/entities/job.ts";

import type { PresentedJob } from "./job.ts";
import { optional } from "./optional.ts";

const titleLengthMax = 80;

export function presentConversation({
  id,
  title,
  messages,
  createdAt,
  lastMessageAt,
  lastJobId,
  lastStatus,
}: ConversationSummary): z.input<typeof conversationSchema> {
  return {
    conversationId: id,
    ...optional("title", title === null ? undefined : clip(title, titleLengthMax)),
    messages,
    createdAt: createdAt.toISOString(),
    ...optional("lastMessageAt", lastMessageAt?.toISOString()),
    ...(lastJobId === null || lastStatus === null
      ? {}
      : { lastJob: { jobId: lastJobId, status: lastStatus } }),
  };
}

export function presentMessage(
  { request }: Job,
  { jobId, status, createdAt, intent, question, outputs, error }: PresentedJob,
): z.input<typeof messageSchema> {
  const text = request.message ?? request.prompt;
  return {
    jobId,
    message: {
      ...optional("text", text),
      inputs: request.inputs.filter((input) => "url" in input || "assetId" in input),
    },
    ...(intent === undefined
      ? {}
      : {
          understood: {
            act: intent.understood?.act ?? ("new" as const),
            refersTo: intent.understood?.refersTo ?? [],
            assumptions: intent.assumptions,
          },
        }),
    ...optional("intent", intent),
    status,
    createdAt,
    ...optional("question", question),
    outputs,
    ...optional("error", error),
  };
}

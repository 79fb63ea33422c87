import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import type { ChatRequest } from "#api/schemas/job-request.ts";
import type { JoinableRequest } from "#db/jobs/join-or-create-job.ts";
import { newConversation } from "#domain/conversations/conversation-id.ts";

import { acceptConfirmedRun } from "./accept-asked-run.ts";
import { acceptChatRun } from "./accept-chat-run.ts";
import { acceptJob } from "./accept-job.ts";
import type { AcceptedJob } from "./accept-once.ts";
import { toRunMessage } from "./find-run.ts";
import { toChatRequest } from "./to-job-request.ts";

type Input = RouteInput<unknown, unknown, unknown>;

interface ChatOrder {
  readonly endpoint: string;
  readonly repeat?: JoinableRequest | undefined;
}

/** Accepts a message: starts the run that it confirms or requests, or else one generation. */
export async function acceptChat(
  body: ChatRequest,
  { endpoint, repeat }: ChatOrder,
  input: Input,
  dependencies: RequestDependencies,
): Promise<AcceptedJob> {
  const message = toRunMessage(body, endpoint);
  return (
    (await confirmRun(body, { endpoint, repeat }, input, dependencies)) ??
    (message && (await acceptChatRun({ ...message, repeat }, input, dependencies))) ??
    (await acceptJob(
      {
        source: "chat",
        endpoint,
        request: toChatRequest(body),
        metadata: body.metadata ?? {},
        conversation: body.conversationId,
        repeat,
      },
      input,
      dependencies,
    ))
  );
}

/** Starts the run that the conversation has asked about. Null for every other message, and for one that says more. */
async function confirmRun(
  { message, conversationId, maxCredits, parseIntent, ...others }: ChatRequest,
  order: ChatOrder,
  input: Input,
  dependencies: RequestDependencies,
): Promise<AcceptedJob | null> {
  const isAnswer = parseIntent && Object.values(others).every((value) => value === undefined);
  return !isAnswer ||
    message === undefined ||
    conversationId === undefined ||
    conversationId === newConversation
    ? null
    : acceptConfirmedRun({ message, conversationId, maxCredits, ...order }, input, dependencies);
}

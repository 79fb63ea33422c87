import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { findLastMessage } from "#db/conversations/context.ts";
import { openConversation } from "#db/conversations/conversations.ts";
import type { Job } from "#db/entities/job.ts";
import type { JoinableRequest } from "#db/jobs/join-or-create-job.ts";
import { generationInputs } from "#domain/requests/generation.ts";

import { acceptChatRun } from "./accept-chat-run.ts";
import type { AcceptedJob } from "./accept-once.ts";

type Input = RouteInput<unknown, unknown, unknown>;

/**
 * Starts the run about which a job has asked, with the price limit that the caller has confirmed. Null for every other
 * job. A run without a limit that costs more than a generation may asks again, with its price.
 */
export async function acceptAskedRun(
  {
    job,
    endpoint,
    maxCredits = job.request.maxCredits,
    conversation = job.conversationId ?? undefined,
    repeat,
  }: {
    job: Job;
    endpoint: string;
    maxCredits?: number | undefined;
    conversation?: string | undefined;
    repeat?: JoinableRequest | undefined;
  },
  input: Input,
  dependencies: RequestDependencies,
): Promise<AcceptedJob | null> {
  const { request, metadata } = job;
  if (!hasAskedForRun(job)) return null;
  return acceptChatRun(
    {
      message: request.message ?? "",
      endpoint,
      inputs: generationInputs(request.inputs),
      conversation,
      maxCredits,
      metadata,
      webhookUrl: request.webhookUrl,
      run: request.run,
      repeat,
    },
    input,
    dependencies,
  );
}

function hasAskedForRun({ status, intent, request }: Job): boolean {
  return status === "needs_input" && intent == null && request.message !== undefined;
}

/** The number or the label of the only option. */
const confirms = /^\W{0,3}(?:1|start)\W{0,3}$/iu;

/** Starts the run about which the last message of a conversation has asked, when the message confirms it. */
export async function acceptConfirmedRun(
  {
    message,
    conversationId,
    maxCredits,
    endpoint,
    repeat,
  }: {
    message: string;
    conversationId: string;
    maxCredits?: number | undefined;
    endpoint: string;
    repeat?: JoinableRequest | undefined;
  },
  input: Input,
  dependencies: RequestDependencies,
): Promise<AcceptedJob | null> {
  if (!confirms.test(message)) return null;
  const { organizationId } = input.caller;
  const job = await findLastMessage(dependencies.em.fork(), { conversationId, organizationId });
  const [option, ...others] = job?.question?.options ?? [];
  if (job === null || option === undefined || others.length > 0) return null;
  const limit = maxCredits ?? priceOf(option.request.body);
  await openConversation(dependencies.em.fork(), { conversationId, organizationId });
  return acceptAskedRun(
    { job, endpoint, maxCredits: limit, conversation: conversationId, repeat },
    input,
    dependencies,
  );
}

/** Price that the option names. */
function priceOf({ maxCredits }: Record<string, unknown>): number | undefined {
  return typeof maxCredits === "number" ? maxCredits : undefined;
}

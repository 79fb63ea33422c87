import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import type { ChatRequest } from "#api/schemas/job-request.ts";
import { builtInPipelines } from "#catalog/pipelines/index.ts";
import { listChatPipelines } from "#db/pipelines/chat-pipelines.ts";
import { findPipelineVersion } from "#db/pipelines/pipelines.ts";
import { creditsMax } from "#domain/billing/credits.ts";
import { newConversation } from "#domain/conversations/conversation-id.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import {
  findPhrase,
  toRunInputs,
  type MessageFile,
} from "#intent/pipelines/read-pipeline-message.ts";

import type { AcceptedJob } from "./accept-once.ts";
import { acceptRun } from "./accept-run.ts";
import { planRun, type RunOrder } from "./plan-run.ts";

type Input = RouteInput<unknown, unknown, ChatRequest>;

/** Refusals of a run after which the message becomes a generation. */
const notRunnable: ReadonlySet<ErrorCode> = new Set([
  "request_invalid",
  "provider_not_configured",
  "provider_not_available",
  "model_not_available",
  "no_model_available",
]);

/**
 * Starts the pipeline whose phrase a message is. Returns null when the message is a generation: it fits no phrase, its
 * files serve no inputs, the pipeline cannot run on this server, or the request names a capability, a model, an estimate
 * or a conversation that has begun. Throws `price_over_limit` for a run that costs more than a generation may, unless the
 * request states what it may cost.
 */
export async function acceptChatRun(
  input: Input,
  dependencies: RequestDependencies,
): Promise<AcceptedJob | null> {
  const order = await findRun(input, dependencies);
  if (order === null) return null;
  try {
    const { price } = await planRun(order, input.caller, dependencies);
    if (input.body.maxCredits === undefined && price.max > creditsMax) {
      throw tooDear(order, price.max);
    }
  } catch (error) {
    if (error instanceof AppError && notRunnable.has(error.code)) return null;
    throw error;
  }
  return acceptRun(order, input, dependencies);
}

async function findRun(
  { body, caller }: Input,
  { em }: RequestDependencies,
): Promise<RunOrder | null> {
  const { message, conversationId, maxCredits, metadata, webhookUrl } = body;
  const isOpen =
    body.parseIntent &&
    body.capability === undefined &&
    body.model === undefined &&
    body.routing === undefined &&
    body.parameters === undefined &&
    body.estimateId === undefined &&
    (conversationId === undefined || conversationId === newConversation);
  const files = (body.inputs ?? []).flatMap((file): MessageFile[] =>
    "assetId" in file && file.assetId !== undefined
      ? [{ kind: file.kind, assetId: file.assetId }]
      : [],
  );
  if (!isOpen || files.length < (body.inputs ?? []).length) return null;
  const { organizationId } = caller;
  const own = await listChatPipelines(em, organizationId);
  const builtIn = builtInPipelines.map(({ slug }) => ({ pipelineId: slug, phrases: [] }));
  const found = findPhrase(message, [...own, ...builtIn]);
  if (found === null) return null;
  const { pipelineId } = found;
  const { version } = await findPipelineVersion(em, { pipelineId, organizationId });
  const inputs = toRunInputs(version.definition.inputs ?? {}, { ...found, files });
  if (inputs === null) return null;
  return {
    pipelineId,
    chat: { message, conversation: conversationId },
    body: {
      version: version.version,
      inputs,
      ...(maxCredits === undefined ? {} : { maxCredits }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(webhookUrl === undefined ? {} : { webhookUrl }),
    },
  };
}

function tooDear({ pipelineId }: RunOrder, credits: number): AppError {
  return new AppError("price_over_limit", {
    message: `The message starts the pipeline ${pipelineId}, which costs at most ${credits} credits. Start it with POST /v1/pipelines/${pipelineId}/runs.`,
    details: { maxCredits: creditsMax, credits, pipelineId },
  });
}

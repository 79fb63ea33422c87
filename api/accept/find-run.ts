import type { RequestDependencies } from "#api/dependencies.ts";
import type { ChatRequest } from "#api/schemas/job-request.ts";
import { toInputs } from "#api/schemas/job-request.ts";
import { builtInPipelines } from "#catalog/pipelines/index.ts";
import type { Caller } from "#db/caller.ts";
import { listChatPipelines } from "#db/pipelines/chat-pipelines.ts";
import { findPipelineVersion } from "#db/pipelines/pipelines.ts";
import { isRunEstimate } from "#db/pipelines/run-estimates.ts";
import { newConversation } from "#domain/conversations/conversation-id.ts";
import { AppError } from "#domain/errors.ts";
import { definitionSchema } from "#domain/pipelines/definition.ts";
import {
  messagePipeline,
  messageRequestsMax,
  toMessageDefinition,
} from "#domain/pipelines/message-pipeline.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import type { Intent } from "#domain/requests/intent.ts";
import { createEmbeddedParser } from "#intent/embedded-parser.ts";
import {
  findPhrase,
  toRunInputs,
  type MessageFile,
} from "#intent/pipelines/read-pipeline-message.ts";
import { splitRequests } from "#intent/several/split-requests.ts";

import { checkPipeline } from "./check-pipeline.ts";
import type { RunOrder } from "./plan-run.ts";

/** A message that may start a run, of POST /v1/chat or of a job that asked before it starts one. */
export interface RunMessage {
  readonly message: string;
  readonly endpoint: string;
  readonly inputs: readonly GenerationInput[];
  readonly conversation: string | undefined;
  readonly maxCredits?: number | undefined;
  readonly estimateId?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly webhookUrl?: string | undefined;
}

type MessageFields = {
  readonly [Field in keyof ChatRequest]?: ChatRequest[Field] | undefined;
};

/**
 * Returns null for a request that decides more than the message: its capability, model or parameters, or a conversation
 * that has begun.
 */
export function toRunMessage(body: MessageFields, endpoint = "createChatJob"): RunMessage | null {
  const { message, conversationId: conversation, maxCredits, estimateId } = body;
  const { metadata, webhookUrl } = body;
  const isOpen =
    body.parseIntent === true &&
    body.capability === undefined &&
    body.model === undefined &&
    body.routing === undefined &&
    body.parameters === undefined &&
    (conversation === undefined || conversation === newConversation);
  if (!isOpen || message === undefined) return null;
  const inputs = toInputs(body.inputs);
  return { message, endpoint, inputs, conversation, maxCredits, estimateId, metadata, webhookUrl };
}

/** A run that a message starts, or a message with more requests than one run takes. */
export type FoundRun = RunOrder | { readonly requests: number };

/**
 * Finds the run that a message starts: that of the pipeline whose phrase it is, or one of several requests. Null when the
 * message is one generation. Throws `request_invalid` when a request of several cannot be served.
 */
export async function findRun(
  message: RunMessage,
  caller: Caller,
  dependencies: RequestDependencies,
): Promise<FoundRun | null> {
  const { estimateId } = message;
  if (estimateId !== undefined && !(await isRunEstimate(dependencies.em, estimateId))) return null;
  return (
    (await findPipelineRun(message, caller, dependencies)) ??
    (await findSeveral(message, caller, dependencies))
  );
}

async function findPipelineRun(
  message: RunMessage,
  { organizationId }: Caller,
  { em }: RequestDependencies,
): Promise<RunOrder | null> {
  const files = message.inputs.flatMap((file): MessageFile[] =>
    "assetId" in file ? [{ kind: file.kind, assetId: file.assetId }] : [],
  );
  if (files.length < message.inputs.length) return null;
  const own = await listChatPipelines(em, organizationId);
  const builtIn = builtInPipelines.map(({ slug }) => ({ pipelineId: slug, phrases: [] }));
  const found = findPhrase(message.message, [...own, ...builtIn]);
  if (found === null) return null;
  const { pipelineId } = found;
  const { version } = await findPipelineVersion(em, { pipelineId, organizationId });
  const inputs = toRunInputs(version.definition.inputs ?? {}, { ...found, files });
  if (inputs === null) return null;
  const body = { ...fieldsOf(message), version: version.version, inputs };
  return { pipelineId, chat: chatOf(message), body };
}

const parse = createEmbeddedParser();

async function findSeveral(
  message: RunMessage,
  caller: Caller,
  dependencies: RequestDependencies,
): Promise<FoundRun | null> {
  // A file may belong to any of the requests.
  const requests = message.inputs.length > 0 ? null : splitRequests(message.message, parse);
  if (requests === null) return null;
  if (requests.length > messageRequestsMax) return { requests: requests.length };
  const own = await checkRequests(requests, caller, dependencies);
  return {
    pipelineId: messagePipeline.id,
    own,
    chat: chatOf(message),
    body: { ...fieldsOf(message), inputs: {} },
  };
}

/** Throws `request_invalid` with pointers to the message. */
async function checkRequests(
  requests: readonly Intent[],
  caller: Caller,
  dependencies: RequestDependencies,
): Promise<NonNullable<RunOrder["own"]>> {
  const parsed = definitionSchema.safeParse(toMessageDefinition(requests));
  if (!parsed.success) throw refusal(["The message states a value that no generation accepts."]);
  try {
    const { definition, checked } = await checkPipeline(parsed.data, caller, dependencies);
    return { definition, checked };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "request_invalid") throw error;
    throw refusal((error.issues ?? []).map((issue) => issue.message));
  }
}

function refusal(messages: readonly string[]): AppError {
  const issues = messages.map((message) => ({
    pointer: "/message",
    code: "not_accepted",
    message,
  }));
  return new AppError("request_invalid", { issues });
}

function chatOf({ message, conversation, endpoint }: RunMessage): NonNullable<RunOrder["chat"]> {
  return { message, conversation, endpoint };
}

function fieldsOf({ maxCredits, estimateId, metadata, webhookUrl }: RunMessage): RunOrder["body"] {
  return {
    ...(maxCredits === undefined ? {} : { maxCredits }),
    ...(estimateId === undefined ? {} : { estimateId }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  };
}

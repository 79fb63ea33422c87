import type { RequestDependencies } from "#api/dependencies.ts";
import type { ChatRequest } from "#api/schemas/job-request.ts";
import { toInputs } from "#api/schemas/job-request.ts";
import { builtInPipelines } from "#catalog/pipelines/index.ts";
import type { Caller } from "#db/caller.ts";
import type { JoinableRequest } from "#db/jobs/join-or-create-job.ts";
import { listChatPipelines } from "#db/pipelines/chat-pipelines.ts";
import { findPipelineVersion } from "#db/pipelines/pipelines.ts";
import { isRunEstimate } from "#db/pipelines/run-estimates.ts";
import { newConversation } from "#domain/conversations/conversation-id.ts";
import { AppError } from "#domain/errors.ts";
import { definitionSchema } from "#domain/pipelines/definition.ts";
import {
  messagePipeline,
  type MessageRequest,
  messageRequestsMax,
  toMessageDefinition,
} from "#domain/pipelines/message-pipeline.ts";
import type { MessageFile, MessageRun } from "#domain/pipelines/message-run.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import { createEmbeddedParser } from "#intent/embedded-parser.ts";
import { findPhrase, toRunInputs } from "#intent/pipelines/read-pipeline-message.ts";
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
  /** Run that a language model has read from the message, and that the caller has confirmed. */
  readonly run?: MessageRun | undefined;
  /** Present for a request without an idempotency key whose repetition joins the run. */
  readonly repeat?: JoinableRequest | undefined;
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
  const run =
    message.run ?? (await readPipelineRun(message, caller, dependencies)) ?? readSeveral(message);
  return run === null ? null : toOrder(run, message, caller, dependencies);
}

/** Reads the pipeline whose phrase a message is. */
async function readPipelineRun(
  message: RunMessage,
  { organizationId }: Caller,
  { em }: RequestDependencies,
): Promise<MessageRun | null> {
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
  return inputs === null ? null : { pipelineId, inputs };
}

const parse = createEmbeddedParser();

function readSeveral({ message, inputs }: RunMessage): MessageRun | null {
  // A file may belong to any of the requests.
  const requests = inputs.length > 0 ? null : splitRequests(message, parse);
  return requests === null ? null : { requests };
}

/** Orders the run that either parser has read from a message. */
async function toOrder(
  run: MessageRun,
  message: RunMessage,
  caller: Caller,
  dependencies: RequestDependencies,
): Promise<FoundRun> {
  const order = { chat: chatOf(message), body: fieldsOf(message) };
  if ("pipelineId" in run) {
    const { pipelineId, inputs } = run;
    return { ...order, pipelineId, body: { ...order.body, inputs } };
  }
  const { requests } = run;
  if (requests.length > messageRequestsMax) return { requests: requests.length };
  const own = await checkRequests(requests, caller, dependencies);
  return { ...order, pipelineId: messagePipeline.id, own, body: { ...order.body, inputs: {} } };
}

/** Throws `request_invalid` with pointers to the message. */
async function checkRequests(
  requests: readonly MessageRequest[],
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

function chatOf({
  message,
  conversation,
  endpoint,
  repeat,
}: RunMessage): NonNullable<RunOrder["chat"]> {
  return { message, conversation, endpoint, repeat };
}

function fieldsOf({ maxCredits, estimateId, metadata, webhookUrl }: RunMessage): RunOrder["body"] {
  return {
    ...(maxCredits === undefined ? {} : { maxCredits }),
    ...(estimateId === undefined ? {} : { estimateId }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  };
}

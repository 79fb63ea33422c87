import { createHash } from "node:crypto";

import { z } from "zod";

import { acceptChat } from "#api/accept/accept-chat.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import {
  chatCompletionSchema,
  presentChunks,
  presentCompletion,
  presentOpening,
} from "#api/doors/openai/chat-answer.ts";
import { type ChatOrder, messagesSchema, readMessages } from "#api/doors/openai/chat-messages.ts";
import { streamEvents, toData } from "#api/doors/openai/events.ts";
import { hintFields, listIgnored, optional } from "#api/doors/openai/fields.ts";
import { mediaBodyBytesMax, readReferences } from "#api/doors/openai/media-references.ts";
import { automaticModel } from "#api/doors/openai/models.ts";
import { orderOnce } from "#api/doors/openai/order-job.ts";
import { defineRoute, type RouteInput } from "#api/http/route.ts";
import { orderErrors } from "#api/schemas/acceptance.ts";
import { type ChatRequest, metadataSchema } from "#api/schemas/job-request.ts";
import { openConversation } from "#db/conversations/conversations.ts";
import { AppError, type Issue } from "#domain/errors.ts";
import { runCreditsMax } from "#domain/pipelines/definition.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";

/** Settings of language models. They change nothing here, so that their values are not checked. */
const unusedFields =
  "temperature top_p top_k min_p max_tokens max_completion_tokens stop seed presence_penalty frequency_penalty repetition_penalty logit_bias logprobs top_logprobs reasoning reasoning_effort verbosity modalities audio prediction tools parallel_tool_calls functions service_tier store prompt_cache_key web_search_options".split(
    " ",
  );

const chatSchema = z.strictObject({
  ...Object.fromEntries(unusedFields.map((name) => [name, z.unknown().optional()])),
  messages: messagesSchema,
  model: optional(z.string().min(1).max(200)),
  stream: optional(z.boolean()),
  stream_options: optional(z.looseObject({ include_usage: optional(z.boolean()) })),
  n: optional(z.int()),
  response_format: optional(z.looseObject({ type: z.string().max(100) })),
  tool_choice: z.unknown().optional(),
  function_call: z.unknown().optional(),
  max_credits: optional(z.int().min(1).max(runCreditsMax)),
  metadata: optional(metadataSchema),
  ...hintFields,
});

type ChatBody = z.output<typeof chatSchema>;

const endpoint = "openaiCreateChatCompletion";

export const createChatCompletion = defineRoute({
  method: "post",
  path: "/openai/v1/chat/completions",
  operationId: endpoint,
  summary: "Make what the last message asks for, with the model `auto`",
  tags: ["OpenAI"],
  access: { permission: "generations:create" },
  lenient: true,
  body: chatSchema,
  bodyBytesMax: mediaBodyBytesMax,
  status: 200,
  response: chatCompletionSchema,
  streams: z.object({ id: z.string() }).loose(),
  errors: [
    ...orderErrors,
    "still_running",
    "asset_invalid",
    "asset_too_large",
    "asset_limit_reached",
  ],
  idempotent: "job",
  examples: {
    body: {
      chat: { model: "auto", messages: [{ role: "user", content: "a red fox in the snow" }] },
    },
  },
  async handle(input, dependencies) {
    const { body } = input;
    checkChatBody(body);
    const order = readMessages(body.messages);
    const ignored = listIgnored(body, [...Object.keys(hintFields), ...unusedFields]);
    if (ignored !== "") input.setHeader("X-GME-Ignored", ignored);
    const { hashes, toInputs, discard } = await readReferences(
      order.references,
      input,
      dependencies,
    );
    try {
      const { messages, ...fields } = body;
      const hash = createHash("sha256").update(JSON.stringify(messages)).digest("hex");
      const ordered = await orderOnce(
        {
          path: "/chat/completions",
          sent: { fields, files: [hash, ...hashes] },
          params: paramsOf(order),
          accept: async (given, repeat) =>
            acceptChat(
              await toChatBody(order, body, await toInputs(), given, dependencies),
              { endpoint, repeat },
              given,
              dependencies,
            ),
        },
        input,
        dependencies,
      );
      const result = async () => ordered.result({ isConversation: true });
      if (body.stream !== true) return presentCompletion(await result());
      const withUsage = body.stream_options?.include_usage === true;
      const head = { jobId: ordered.jobId, createdAt: dependencies.now().toISOString() };
      const events = streamEvents(ordered, {
        opening: [toData(presentOpening(head))],
        async result() {
          const job = { ...(await result()), createdAt: head.createdAt };
          return [...presentChunks(job, { withUsage }).map(toData), toData("[DONE]")];
        },
        failure: (error) => toData({ error }),
      });
      return { events };
    } finally {
      await discard();
    }
  },
});

/** Refuses what would change the response and is not available. */
function checkChatBody({ model, n, response_format: format, ...body }: ChatBody): void {
  if (model != null && model !== automaticModel) {
    const message = `${model} does not chat; use auto. The other models have their own endpoints.`;
    throw new AppError("model_not_found", {
      issues: [{ pointer: "/model", code: "model_not_found", message }],
    });
  }
  const issues: Issue[] = [];
  const refuse = (field: string, message: string) =>
    issues.push({ pointer: `/${field}`, code: "unsupported_parameter", message });
  if (n != null && n !== 1) refuse("n", "There is one choice; ask for several images in words.");
  if (format != null && format.type !== "text") {
    refuse("response_format", "Answers are text and links.");
  }
  for (const field of ["tool_choice", "function_call"] as const) {
    const choice = body[field];
    if (choice != null && choice !== "auto" && choice !== "none") {
      refuse(field, "The model calls no tools; use auto or none.");
    }
  }
  if (issues.length > 0) throw new AppError("parameter_not_supported", { issues });
}

function paramsOf({ references }: ChatOrder): Readonly<Record<string, string>> {
  const inputs = references.map(
    ({ pointer }, index) => [`/inputs/${index}`, pointer.slice(1)] as const,
  );
  return {
    "/message": "messages",
    "/prompt": "messages",
    "/parameters": "messages",
    "/inputs": "messages",
    "/maxCredits": "max_credits",
    ...Object.fromEntries(inputs),
  };
}

/** Body of the same request to `POST /v1/chat`. */
async function toChatBody(
  { text, conversationId }: ChatOrder,
  { max_credits: maxCredits, metadata }: ChatBody,
  inputs: readonly GenerationInput[],
  { caller: { organizationId } }: RouteInput<unknown, unknown, unknown>,
  { em }: RequestDependencies,
): Promise<ChatRequest> {
  const conversation =
    conversationId === null ? null : await openIfKept(conversationId, organizationId, em.fork());
  return {
    message: text,
    parseIntent: true,
    ...(inputs.length === 0 ? {} : { inputs: inputs as ChatRequest["inputs"] }),
    ...(conversation === null ? {} : { conversationId: conversation }),
    ...(maxCredits == null ? {} : { maxCredits }),
    ...(metadata == null ? {} : { metadata }),
  };
}

/** A chat whose conversation was deleted, or came from another server, goes on without its earlier messages. */
async function openIfKept(
  conversationId: string,
  organizationId: string,
  em: RequestDependencies["em"],
): Promise<string | null> {
  try {
    await openConversation(em, { conversationId, organizationId });
    return conversationId;
  } catch (error) {
    const isForeign =
      error instanceof AppError &&
      (error.code === "conversation_not_found" || error.code === "outside_organization");
    if (isForeign) return null;
    throw error;
  }
}

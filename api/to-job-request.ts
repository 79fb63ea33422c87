import type { JobRequest } from "#db/entities/job.ts";

import { type ChatRequest, type GenerationRequestBody, toInputs } from "./schemas/job-request.ts";
import { toParameters } from "./schemas/parameters.ts";

/** Without an intent to parse, the message itself is the prompt. */
export function toChatRequest(body: ChatRequest): JobRequest {
  const { message, parseIntent, capability, model, routing, maxCredits, webhookUrl } = body;
  const common = {
    message,
    parseIntent,
    inputs: toInputs(body.inputs),
    parameters: toParameters(body.parameters ?? {}),
    ...(model === undefined ? {} : { model }),
    ...(routing === undefined ? {} : { routing: routing as NonNullable<JobRequest["routing"]> }),
    ...(maxCredits === undefined ? {} : { maxCredits }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  };
  if (parseIntent) return { ...common, ...(capability === undefined ? {} : { capability }) };
  return { ...common, capability: capability ?? "text-to-image", prompt: message };
}

export function toGenerationRequest(body: GenerationRequestBody): JobRequest {
  const { capability, prompt, model, provider, routing, maxCredits, webhookUrl } = body;
  return {
    parseIntent: false,
    capability,
    inputs: toInputs(body.inputs),
    parameters: toParameters(body.parameters ?? {}),
    ...(prompt === undefined ? {} : { prompt }),
    ...(model === undefined ? {} : { model }),
    ...(provider === undefined ? {} : { provider }),
    ...(routing === undefined ? {} : { routing: routing as NonNullable<JobRequest["routing"]> }),
    ...(maxCredits === undefined ? {} : { maxCredits }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  };
}

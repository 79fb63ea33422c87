import {
  type ChatRequest,
  type EstimateRequest,
  type GenerationRequestBody,
  toInputs,
} from "#api/schemas/job-request.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { toParameters } from "#domain/pipelines/generation-parameters.ts";

/** Without an intent to parse, the message is the prompt. */
export function toChatRequest(body: ChatRequest): JobRequest {
  const { message, parseIntent, capability, model, routing, maxCredits, webhookUrl, estimateId } =
    body;
  const common = {
    message,
    parseIntent,
    inputs: toInputs(body.inputs),
    parameters: toParameters(body.parameters ?? {}),
    ...(model === undefined ? {} : { model }),
    ...(routing === undefined ? {} : { routing: routing as NonNullable<JobRequest["routing"]> }),
    ...(maxCredits === undefined ? {} : { maxCredits }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(estimateId === undefined ? {} : { estimateId }),
  };
  if (parseIntent) return { ...common, ...(capability === undefined ? {} : { capability }) };
  return { ...common, capability: capability ?? "text-to-image", prompt: message };
}

export function toGenerationRequest(body: GenerationRequestBody): JobRequest {
  const { capability, prompt, model, provider, routing, maxCredits, webhookUrl, estimateId } = body;
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
    ...(estimateId === undefined ? {} : { estimateId }),
  };
}

/** Converts the body of an estimate, which holds a message or a structured request. */
export function toEstimatedRequest({
  message,
  parseIntent = false,
  capability,
  prompt,
  provider,
  inputs: given,
  ...fields
}: EstimateRequest): JobRequest {
  const common = { ...fields, ...(Array.isArray(given) ? { inputs: given } : {}) };
  if (message !== undefined) return toChatRequest({ ...common, capability, message, parseIntent });
  // The schema requires one of the two.
  if (capability === undefined)
    throw new Error("expected a message or a capability in the estimate");
  return toGenerationRequest({ ...common, capability, prompt, provider });
}

import { inputsMax, type RetryRequest, toInputs } from "#api/schemas/job-request.ts";
import type { Job, JobRequest } from "#db/entities/job.ts";
import { AppError } from "#domain/errors.ts";
import { toParameters } from "#domain/pipelines/generation-parameters.ts";
import { type Capability, capabilityRules } from "#domain/requests/capability.ts";
import { type Intent, settleIntent } from "#domain/requests/intent.ts";

/**
 * Combines a job with the changes of its retry. The intent of the job is reused, because another parse of the
 * message may differ; it is null when the message has to be parsed again. Throws `request_invalid` when the
 * changes do not answer the job's question, or when there are too many inputs.
 */
export function toRetry(
  job: Job,
  body: RetryRequest,
): { readonly request: JobRequest; readonly intent: Intent | null } {
  const { provider, estimateId: _bound, run: _run, ...former } = job.request;
  const { capability, prompt, model, maxCredits } = body;
  const inputs = [...former.inputs, ...toInputs(body.inputs)];
  if (inputs.length > inputsMax) {
    throw refusal(
      "/inputs",
      "too_many",
      `Must have at most ${inputsMax} inputs with those of the job.`,
    );
  }
  const request: JobRequest = {
    ...former,
    inputs,
    parameters: { ...former.parameters, ...toParameters(body.parameters ?? {}) },
    ...(capability === undefined ? {} : { capability }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(model === undefined ? (provider === undefined ? {} : { provider }) : { model }),
    ...(maxCredits === undefined ? {} : { maxCredits }),
    retryOf: job.id,
  };
  const intent = reuseIntent(job, body, request);
  const { message } = former;
  if (intent !== null || capability === undefined || message === undefined) {
    return { request, intent };
  }
  // A capability makes the message the prompt when nothing was read from it.
  return { request: { prompt: message, ...request, parseIntent: false }, intent };
}

function reuseIntent(job: Job, body: RetryRequest, { inputs }: JobRequest): Intent | null {
  const { intent, question } = job;
  if (intent == null) return null;
  const offered = question?.options ?? [];
  const capability = body.capability ?? knownCapability(job, body);
  if (capability === undefined) {
    if (body.prompt === undefined) return null;
    const choices = offered.map((option) => option.capability).join(", ");
    throw refusal("/capability", "required", `Send capability as well: one of ${choices}.`);
  }
  const chosen = offered.find((option) => option.capability === capability);
  if (body.prompt === undefined && chosen?.request.missing?.includes("/prompt") === true) {
    throw refusal("/prompt", "required", `${capabilityRules[capability].title} needs a prompt.`);
  }
  return settleIntent(intent, { capability, inputs });
}

/** A question is answered without a capability when all its options have the same one. */
function knownCapability(
  { status, intent, question }: Job,
  { prompt, inputs }: RetryRequest,
): Capability | undefined {
  if (status !== "needs_input") return intent?.capability;
  if (prompt === undefined && inputs === undefined) return undefined;
  const offered = new Set(question?.options.map((option) => option.capability));
  return offered.size === 1 ? [...offered][0] : undefined;
}

function refusal(pointer: string, code: string, message: string): AppError {
  return new AppError("request_invalid", { issues: [{ pointer, code, message }] });
}

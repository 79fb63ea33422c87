import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { createAskedJob } from "#db/jobs/create-asked-job.ts";
import { creditsMax } from "#domain/billing/credits.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { messagePipeline, messageRequestsMax } from "#domain/pipelines/message-pipeline.ts";
import type { AnswerableQuestion } from "#domain/requests/answerable-question.ts";
import { textsIn } from "#domain/safety/screened-texts.ts";

import { validateWebhookTarget } from "./accept-job.ts";
import { acceptOnce, type AcceptedJob } from "./accept-once.ts";
import { acceptRun } from "./accept-run.ts";
import { findRun, type RunMessage } from "./find-run.ts";
import { planRun, type RunOrder } from "./plan-run.ts";
import { refuseBlockedContent } from "./screen-content.ts";

type Input = RouteInput<unknown, unknown, unknown>;

/** Refusals of a pipeline's run after which the message becomes a generation. */
const notRunnable: ReadonlySet<ErrorCode> = new Set([
  "request_invalid",
  "provider_not_configured",
  "provider_not_available",
  "model_not_available",
  "no_model_available",
]);

/**
 * Starts the run of a message: of the pipeline whose phrase it is, or of the requests that it consists of. A run without
 * `maxCredits` that costs more than a generation may asks first. Returns null when the message is one generation.
 */
export async function acceptChatRun(
  message: RunMessage,
  input: Input,
  dependencies: RequestDependencies,
): Promise<AcceptedJob | null> {
  const found = await findRun(message, input.caller, dependencies);
  if (found === null) return null;
  if ("requests" in found) {
    return ask(message, () => tooMany(found.requests), input, dependencies);
  }
  return ifRunnable(found, message, async () => {
    const { price } = await planRun(found, input.caller, dependencies);
    return message.maxCredits === undefined && price.max > creditsMax
      ? ask(message, (jobId) => confirmPrice(found, price.max, jobId), input, dependencies)
      : acceptRun(found, input, dependencies);
  });
}

/**
 * Makes the decisions of `acceptChatRun` and starts nothing: estimates the run with `estimateRun` or `previewRun`. Null
 * when the message is one generation, or too many.
 */
export async function estimateChatRun<Estimate>(
  message: RunMessage,
  input: Input,
  dependencies: RequestDependencies,
  estimate: (order: RunOrder, from: Input, using: RequestDependencies) => Promise<Estimate>,
): Promise<Estimate | null> {
  const found = await findRun(message, input.caller, dependencies);
  if (found === null || "requests" in found) return null;
  return ifRunnable(found, message, async () => estimate(found, input, dependencies));
}

/** Requests of a message are never reduced to one of them, and a run that was confirmed is not replaced. */
async function ifRunnable<Result>(
  { own }: RunOrder,
  { run }: RunMessage,
  start: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await start();
  } catch (error) {
    const isGeneration = error instanceof AppError && notRunnable.has(error.code);
    if (isGeneration && own === undefined && run === undefined) return null;
    throw error;
  }
}

/** Accepts a job that ends with a question, and costs nothing. */
async function ask(
  { message, endpoint, inputs, conversation, metadata = {}, webhookUrl, run }: RunMessage,
  questionOf: (jobId: string) => AnswerableQuestion,
  input: Input,
  dependencies: RequestDependencies,
): Promise<AcceptedJob> {
  const { organizationId, accountId, apiKeyId } = input.caller;
  return acceptOnce(endpoint, input, dependencies, async (idempotency) => {
    await validateWebhookTarget({ webhookUrl }, input.caller, dependencies);
    const texts = textsIn(message, "/message");
    await refuseBlockedContent(
      { texts, hasPicture: inputs.length > 0 },
      input.caller,
      dependencies,
    );
    const job = {
      organizationId,
      accountId,
      apiKeyId,
      source: "chat" as const,
      door: input.door,
      conversation,
      request: {
        message,
        parseIntent: true,
        inputs: [...inputs],
        parameters: {},
        ...(webhookUrl === undefined ? {} : { webhookUrl }),
        ...(run === undefined ? {} : { run }),
      },
      capability: null,
      contentType: null,
      metadata,
      choice: null,
      idempotency,
    };
    return createAskedJob(dependencies.em.fork(), job, questionOf);
  });
}

/** The option retries the job with the price as its limit, so that the run starts. */
function confirmPrice(
  { pipelineId }: RunOrder,
  credits: number,
  jobId: string,
): AnswerableQuestion {
  const what =
    pipelineId === messagePipeline.id
      ? "The requests of the message cost"
      : `The message starts the pipeline ${pipelineId}, which costs`;
  const body = { maxCredits: credits };
  return {
    text: `${what} at most ${credits} credits. Start it?`,
    options: [
      {
        label: `Start for at most ${credits} credits`,
        request: { method: "POST", path: `/v1/jobs/${jobId}/retry`, body },
      },
    ],
  };
}

function tooMany(requests: number): AnswerableQuestion {
  return {
    text: `The message has ${requests} requests; a message can have ${messageRequestsMax}. Send them in several messages.`,
    options: [],
  };
}

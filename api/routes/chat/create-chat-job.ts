import { acceptJob } from "#api/accept-job.ts";
import { defineRoute } from "#api/route.ts";
import { acceptanceErrors, acceptedJobLinks } from "#api/schemas/acceptance.ts";
import { type ChatRequest, chatRequestSchema, toInputs } from "#api/schemas/job-request.ts";
import { acceptedJobSchema } from "#api/schemas/job.ts";
import { toParameters } from "#api/schemas/parameters.ts";
import type { JobRequest } from "#db/entities/job.ts";

export const createChatJob = defineRoute({
  method: "post",
  path: "/v1/chat",
  operationId: "createChatJob",
  summary: "Ask for a generation in plain language",
  description:
    "Accepts the message and answers at once with the job to wait for. With `parseIntent` the engine reads " +
    "what is wanted out of the message; when it is unsure, the job ends as `needs_input` with a question " +
    "and costs nothing.",
  tags: ["Generations"],
  access: { permission: "generations:create" },
  body: chatRequestSchema,
  status: 202,
  response: acceptedJobSchema,
  errors: acceptanceErrors,
  idempotent: "job",
  waits: true,
  links: acceptedJobLinks,
  examples: {
    body: {
      sentence: { message: "a red fox in a snowy forest at night", parseIntent: true },
      prompt: { message: "a red fox", capability: "text-to-image", parameters: { seed: 7 } },
    },
  },
  async handle(input, dependencies) {
    return acceptJob(
      {
        source: "chat",
        endpoint: "createChatJob",
        request: toJobRequest(input.body),
        metadata: input.body.metadata ?? {},
      },
      input,
      dependencies,
    );
  },
});

/** Without an intent to parse, the message itself is the prompt. */
function toJobRequest(body: ChatRequest): JobRequest {
  const { message, parseIntent, capability, model, routing, maxCredits } = body;
  const common = {
    message,
    parseIntent,
    inputs: toInputs(body.inputs),
    parameters: toParameters(body.parameters ?? {}),
    ...(model === undefined ? {} : { model }),
    ...(routing === undefined ? {} : { routing: routing as NonNullable<JobRequest["routing"]> }),
    ...(maxCredits === undefined ? {} : { maxCredits }),
  };
  if (parseIntent) return { ...common, ...(capability === undefined ? {} : { capability }) };
  return { ...common, capability: capability ?? "text-to-image", prompt: message };
}

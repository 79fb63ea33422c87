import { acceptJob } from "#api/accept/accept-job.ts";
import { estimateJob } from "#api/accept/estimate-job.ts";
import { toGenerationRequest } from "#api/accept/to-job-request.ts";
import { defineRoute } from "#api/http/route.ts";
import { acceptedJobLinks, orderErrors } from "#api/schemas/acceptance.ts";
import { dryRunAnswer } from "#api/schemas/estimate.ts";
import { generationRequestSchema } from "#api/schemas/job-request.ts";
import { acceptedJobSchema } from "#api/schemas/job.ts";

export const createGeneration = defineRoute({
  method: "post",
  path: "/v1/generations",
  operationId: "createGeneration",
  summary: "Create a generation from parameters",
  description:
    "Accepts a structured request, without parsing of a message. Model, parameters and price are " +
    "validated before the job is accepted, and its credits are held in the same transaction.",
  tags: ["Generations"],
  access: { permission: "generations:create" },
  body: generationRequestSchema,
  namesModel: true,
  status: 202,
  response: acceptedJobSchema,
  errors: orderErrors,
  idempotent: "job",
  waits: true,
  alternative: dryRunAnswer,
  links: acceptedJobLinks,
  examples: {
    body: {
      image: {
        capability: "text-to-image",
        prompt: "a red fox",
        parameters: { aspectRatio: "16:9" },
      },
      speech: { capability: "text-to-speech", prompt: "Hello.", parameters: { format: "mp3" } },
    },
  },
  async handle(input, dependencies) {
    const request = toGenerationRequest(input.body);
    if (input.body.dryRun === true) {
      return { alternative: await estimateJob(request, input, dependencies) };
    }
    return acceptJob(
      {
        source: "generation",
        endpoint: "createGeneration",
        request,
        metadata: input.body.metadata ?? {},
      },
      input,
      dependencies,
    );
  },
});

import { estimateJob } from "#api/accept/estimate-job.ts";
import { toEstimatedRequest } from "#api/accept/to-job-request.ts";
import { defineRoute } from "#api/http/route.ts";
import { estimateErrors } from "#api/schemas/acceptance.ts";
import { estimateSchema } from "#api/schemas/estimate.ts";
import { estimateRequestSchema } from "#api/schemas/job-request.ts";

export const createEstimate = defineRoute({
  method: "post",
  path: "/v1/estimates",
  operationId: "createEstimate",
  summary: "What a generation would cost, and who would make it",
  description:
    "Takes what `POST /v1/chat` or `POST /v1/generations` takes, orders nothing and charges nothing. The " +
    "answer's `estimateId` binds model and price for 15 minutes: send it with the same request, as often as " +
    "you want to. Nothing is held for it, so credits can run out meanwhile. A message is read at once, and " +
    "what was understood is bound, too.",
  tags: ["Generations"],
  access: { permission: "generations:create" },
  body: estimateRequestSchema,
  status: 200,
  response: estimateSchema,
  errors: estimateErrors,
  examples: {
    body: {
      sentence: { message: "a red fox in a snowy forest at night", parseIntent: true },
      image: {
        capability: "text-to-image",
        prompt: "a red fox",
        parameters: { aspectRatio: "16:9" },
      },
    },
  },
  async handle(input, dependencies) {
    return estimateJob(toEstimatedRequest(input.body), input, dependencies);
  },
});

import { previewJob } from "#api/accept/estimate-job.ts";
import { toEstimatedRequest } from "#api/accept/to-job-request.ts";
import { defineRoute } from "#api/http/route.ts";
import { estimateErrors } from "#api/schemas/acceptance.ts";
import { estimatePreviewSchema } from "#api/schemas/estimate.ts";
import { estimatePreviewRequestSchema } from "#api/schemas/job-request.ts";

export const previewEstimate = defineRoute({
  method: "post",
  path: "/app/estimates",
  operationId: "previewEstimate",
  summary: "Estimate a generation while it is being written",
  description:
    "Like `POST /v1/estimates`, but nothing is stored, so there is no `estimateId`. The embedded parser reads " +
    "messages, and the request counts in the window of the session instead of the plan.",
  tags: ["Generations"],
  access: { permission: "generations:create", session: true },
  isPreview: true,
  body: estimatePreviewRequestSchema,
  namesModel: true,
  status: 200,
  response: estimatePreviewSchema,
  errors: estimateErrors,
  examples: { body: { sentence: { message: "a red fox in a snowy forest", parseIntent: true } } },
  async handle(input, dependencies) {
    return previewJob(toEstimatedRequest(input.body), input, dependencies);
  },
});

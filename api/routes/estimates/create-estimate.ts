import { z } from "zod";

import { estimateChatRun } from "#api/accept/accept-chat-run.ts";
import { estimateJob } from "#api/accept/estimate-job.ts";
import { estimateRun } from "#api/accept/estimate-run.ts";
import { toRunMessage } from "#api/accept/find-run.ts";
import { toEstimatedRequest } from "#api/accept/to-job-request.ts";
import { toRunOrder } from "#api/accept/to-run-order.ts";
import { defineRoute } from "#api/http/route.ts";
import { estimateErrors, runEstimateErrors } from "#api/schemas/acceptance.ts";
import { estimateSchema } from "#api/schemas/estimate.ts";
import { estimateRequestSchema } from "#api/schemas/job-request.ts";
import { runEstimateSchema } from "#api/schemas/run.ts";

export const createEstimate = defineRoute({
  method: "post",
  path: "/v1/estimates",
  operationId: "createEstimate",
  summary: "Estimate the price and model of a generation, or the price of a run",
  description:
    "Accepts the body of `POST /v1/chat` or `POST /v1/generations`, or `pipelineId` with the inputs of a run; " +
    "creates no job and charges nothing. " +
    "The `estimateId` of the response fixes model and price for 15 minutes: send it with the same " +
    "request, any number of times. No credits are held, so credits can run out in the meantime. A " +
    "message is parsed immediately, and the parsed intent is fixed, too.",
  tags: ["Generations"],
  access: { permission: "generations:create" },
  body: estimateRequestSchema,
  namesModel: true,
  status: 200,
  response: z.union([estimateSchema, runEstimateSchema]),
  errors: [...estimateErrors, ...runEstimateErrors],
  examples: {
    body: {
      sentence: { message: "a red fox in a snowy forest at night", parseIntent: true },
      image: {
        capability: "text-to-image",
        prompt: "a red fox",
        parameters: { aspectRatio: "16:9" },
      },
      run: { pipelineId: "narrated-clip", inputs: { topic: "volcanoes", seconds: 20 } },
    },
  },
  async handle(input, dependencies) {
    const order = toRunOrder(input.body);
    if (order !== null) return estimateRun(order, input, dependencies);
    const { inputs } = input.body;
    const files = Array.isArray(inputs) ? inputs : undefined;
    const message = toRunMessage({ ...input.body, inputs: files });
    const run = message && (await estimateChatRun(message, input, dependencies, estimateRun));
    return run ?? estimateJob(toEstimatedRequest(input.body), input, dependencies);
  },
});

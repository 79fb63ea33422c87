import { z } from "zod";

import { estimateChatRun } from "#api/accept/accept-chat-run.ts";
import { previewJob } from "#api/accept/estimate-job.ts";
import { previewRun } from "#api/accept/estimate-run.ts";
import { toRunMessage } from "#api/accept/find-run.ts";
import { toEstimatedRequest } from "#api/accept/to-job-request.ts";
import { toRunOrder } from "#api/accept/to-run-order.ts";
import { defineRoute } from "#api/http/route.ts";
import { estimateErrors, runEstimateErrors } from "#api/schemas/acceptance.ts";
import { estimatePreviewSchema } from "#api/schemas/estimate.ts";
import { previewRequestSchema } from "#api/schemas/job-request.ts";
import { runPreviewSchema } from "#api/schemas/run.ts";

export const previewEstimate = defineRoute({
  method: "post",
  path: "/app/estimates",
  operationId: "previewEstimate",
  summary: "Estimate a generation or a run while it is being written",
  description:
    "Like `POST /v1/estimates`, but nothing is stored, so there is no `estimateId`. The embedded parser reads " +
    "messages, and the request counts in the window of the session instead of the plan. With `conversationId`, " +
    "it reads the message with the earlier ones: `job_not_final` says that one of them has not been read yet.",
  tags: ["Generations"],
  access: { permission: "generations:create", session: true },
  isPreview: true,
  body: previewRequestSchema,
  namesModel: true,
  status: 200,
  response: z.union([estimatePreviewSchema, runPreviewSchema]),
  errors: [...estimateErrors, ...runEstimateErrors, "conversation_not_found"],
  examples: { body: { sentence: { message: "a red fox in a snowy forest", parseIntent: true } } },
  async handle(input, dependencies) {
    const order = toRunOrder(input.body);
    if (order !== null) return previewRun(order, input, dependencies);
    const { inputs } = input.body;
    const files = Array.isArray(inputs) ? inputs : undefined;
    const message = toRunMessage({ ...input.body, inputs: files });
    const run = message && (await estimateChatRun(message, input, dependencies, previewRun));
    const { conversationId, ...request } = input.body;
    return run ?? previewJob(toEstimatedRequest(request), input, dependencies, { conversationId });
  },
});

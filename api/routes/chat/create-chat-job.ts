import { z } from "zod";

import { estimateChatRun } from "#api/accept/accept-chat-run.ts";
import { acceptChat } from "#api/accept/accept-chat.ts";
import { estimateJob } from "#api/accept/estimate-job.ts";
import { estimateRun } from "#api/accept/estimate-run.ts";
import { toRunMessage } from "#api/accept/find-run.ts";
import { toChatRequest } from "#api/accept/to-job-request.ts";
import { defineRoute } from "#api/http/route.ts";
import { acceptedJobLinks, orderErrors } from "#api/schemas/acceptance.ts";
import { dryRunAnswer, estimateSchema } from "#api/schemas/estimate.ts";
import { chatRequestSchema } from "#api/schemas/job-request.ts";
import { acceptedJobSchema } from "#api/schemas/job.ts";
import { runEstimateSchema } from "#api/schemas/run.ts";
import { conversationIdOf, newConversation } from "#domain/conversations/conversation-id.ts";

const endpoint = "createChatJob";

export const createChatJob = defineRoute({
  method: "post",
  path: "/v1/chat",
  operationId: endpoint,
  summary: "Create a generation from a message",
  description:
    "Accepts the message and returns the job immediately. With `parseIntent` the engine derives " +
    "capability and parameters from the message; when the intent is unclear, the job ends as " +
    "`needs_input` with a question and is not charged. With `conversationId`, a message can refer to earlier " +
    "messages and their results, and answer a question. A message that is a phrase of a pipeline, such as " +
    '"a narrated 20 second clip about volcanoes", starts a run of the pipeline. A message of up to five requests, ' +
    'such as "a picture of a fox and a 5 s video of waves", starts a run of all of them. A run that costs more than ' +
    "30 credits asks first, unless `maxCredits` is set.",
  tags: ["Generations"],
  access: { permission: "generations:create" },
  body: chatRequestSchema,
  namesModel: true,
  status: 202,
  response: acceptedJobSchema,
  errors: [...orderErrors, "conversation_not_found"],
  idempotent: "job",
  waits: true,
  alternative: { ...dryRunAnswer, response: z.union([estimateSchema, runEstimateSchema]) },
  links: acceptedJobLinks,
  examples: {
    body: {
      sentence: { message: "a red fox in a snowy forest at night", parseIntent: true },
      prompt: { message: "a red fox", capability: "text-to-image", parameters: { seed: 7 } },
    },
  },
  async handle(input, dependencies) {
    if (input.body.dryRun === true) {
      const message = toRunMessage(input.body);
      const run = message && (await estimateChatRun(message, input, dependencies, estimateRun));
      const request = toChatRequest(input.body);
      return { alternative: run ?? (await estimateJob(request, input, dependencies)) };
    }
    const { conversationId } = input.body;
    const accepted = await acceptChat(input.body, { endpoint }, input, dependencies);
    const isNamed = conversationId !== undefined && conversationId !== newConversation;
    const started = isNamed ? conversationId : conversationIdOf(accepted.jobId);
    return { conversationId: started, ...accepted };
  },
});

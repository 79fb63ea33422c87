import { z } from "zod";

import { followUpActs } from "#domain/conversations/follow-up.ts";
import { jobStatuses } from "#domain/jobs/job.ts";

import { timeSchema } from "./common.ts";
import { jobSchema, referenceSchema } from "./job.ts";

export const conversationParams = z.object({ conversationId: z.string().min(1).max(200) });

const { jobId, intent, question, outputs, error } = jobSchema.shape;
const { inputs } = jobSchema.shape.request.shape;

export const conversationSchema = z
  .object({
    conversationId: z.string().meta({ example: "cnv_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10" }),
    title: z.string().optional().meta({ description: "First message, shortened." }),
    messages: z.int().min(0),
    createdAt: timeSchema,
    lastMessageAt: timeSchema.optional(),
    lastJob: z.object({ jobId, status: z.enum(jobStatuses) }).optional(),
  })
  .meta({ id: "Conversation" });

export const messageSchema = z
  .object({
    jobId,
    message: z.object({
      text: z.string().optional(),
      inputs: inputs.meta({ description: "Files that the caller sent with the message." }),
    }),
    understood: z
      .object({
        act: z.enum(followUpActs),
        refersTo: z.array(referenceSchema),
        assumptions: z.array(z.string()),
      })
      .optional()
      .meta({ description: "Absent until the message has been read." }),
    intent,
    status: z.enum(jobStatuses),
    createdAt: timeSchema,
    question,
    outputs,
    error,
  })
  .meta({ id: "Message" });

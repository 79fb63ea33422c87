import { z } from "zod";

import { jobEventTypes, type JobEventType } from "#domain/jobs/job-event.ts";

import { creditsSchema, limitParameter, cursorParameter, timeSchema } from "./common.ts";
import { jobSchema, stepEventSchema } from "./job.ts";

const types = Object.keys(jobEventTypes) as [JobEventType, ...JobEventType[]];

export const jobEventSchema = z
  .object({
    sequence: z
      .int()
      .min(1)
      .meta({ description: "Sequence number of the event within the job, without gaps." }),
    type: z.enum(types).meta({
      description: Object.entries(jobEventTypes)
        .map(([type, meaning]) => `\`${type}\`: ${meaning}`)
        .join("\n\n"),
    }),
    ...jobSchema.pick({ jobId: true, status: true, progress: true }).shape,
    model: jobSchema.shape.model,
    estimatedCredits: creditsSchema.optional(),
    ...jobSchema.pick({ question: true, error: true }).shape,
    step: stepEventSchema.optional(),
    createdAt: timeSchema,
  })
  .meta({ id: "JobEvent" });

const sequenceMax = 999_999_999;

export const eventsQuery = z.object({
  limit: limitParameter,
  cursor: cursorParameter,
  after: z
    .string()
    .regex(/^\d{1,9}$/, "Must be a whole number")
    .transform(Number)
    .optional()
    .meta({
      description:
        "Sequence of the last event that you have received. Last-Event-ID takes precedence.",
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: "integer", minimum: 0, maximum: sequenceMax });
      },
    }),
});

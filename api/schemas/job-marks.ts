import { z } from "zod";

import { jobStatuses } from "#domain/jobs/job.ts";

import { capabilitySchema, commaSeparated, contentTypeSchema } from "./common.ts";
import { displayTextSchema } from "./display-text.ts";
import { jobSchema } from "./job.ts";

const labelsMax = 10;
const labelSchema = displayTextSchema(40);

const titleSchema = displayTextSchema(200)
  .nullable()
  .meta({ description: "Shown instead of the prompt; null without one." });

export const jobMarksSchema = z
  .object({ title: titleSchema, starred: z.boolean(), labels: z.array(labelSchema) })
  .meta({
    id: "JobMarks",
    description: "Title, star and labels of a job, the same for all members of the organization.",
  });

export const jobMarksChangeSchema = z
  .strictObject({
    title: titleSchema,
    starred: z.boolean(),
    labels: z
      .array(labelSchema)
      .max(labelsMax)
      .refine((labels) => new Set(labels).size === labels.length, "Send each label only once."),
  })
  .partial()
  .meta({ id: "JobMarksChange" });

export const markedJobSchema = jobSchema
  .extend({ marks: jobMarksSchema })
  .meta({ id: "MarkedJob" });

/** Filters of jobs in the dashboard, without the status. */
export const jobCountsQuery = z.object({
  search: z.string().trim().min(1).max(200).optional().meta({
    description: "Terms of the prompt or the title; each may be the beginning of a term.",
  }),
  type: contentTypeSchema.optional(),
  capability: capabilitySchema.optional(),
  starred: z
    .literal("true")
    .transform(() => true)
    .optional()
    .meta({
      description: "`true` lists starred jobs only.",
      override: { type: "string", const: "true" },
    }),
  label: labelSchema.optional(),
  model: z.string().min(1).max(200).optional().meta({ description: "Model id." }),
  from: z.iso.date().optional().meta({ description: "First day of creation (UTC)." }),
  to: z.iso.date().optional().meta({ description: "Last day of creation (UTC)." }),
});

export const markedJobsQuery = jobCountsQuery.extend({
  status: commaSeparated(z.enum(jobStatuses), {
    max: jobStatuses.length,
    description: "Statuses, separated by commas.",
    example: "failed,canceled",
  }),
});

import { z } from "zod";

import { runCreditsMax } from "#domain/pipelines/definition.ts";

import { creditsSchema, modelReferenceSchema, timeSchema } from "./common.ts";
import { isOneOrder, metadataSchema, oneOrder } from "./job-request.ts";
import { runFields } from "./run-fields.ts";
import { webhookUrlSchema } from "./webhook-url.ts";

export const newRunSchema = z
  .strictObject({
    ...runFields,
    maxCredits: z.int().min(0).max(runCreditsMax).optional().meta({
      description: "Refuses the run when its price can be higher.",
    }),
    estimateId: z.string().min(1).max(100).optional().meta({
      description:
        "Estimate of the same run; its version, prices and models apply, even if they have changed since.",
      example: "est_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10",
    }),
    metadata: metadataSchema.optional(),
    webhookUrl: webhookUrlSchema.optional(),
    dryRun: z.boolean().optional().meta({
      description: "Returns 200 with the estimate and starts nothing.",
    }),
  })
  .refine(isOneOrder, oneOrder)
  .meta({ id: "NewPipelineRun" });

export type NewRunBody = z.output<typeof newRunSchema>;

const rangeSchema = z.object({ min: z.int().min(0), max: z.int().min(0) });

export const runEstimateSchema = z
  .object({
    outcome: z.literal("priced"),
    estimateId: z.string().meta({
      description: "Send it with the same request to use these prices and models.",
      example: "est_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10",
    }),
    expiresAt: timeSchema.meta({ description: "Expiry of estimateId." }),
    version: z.int().min(1),
    price: z.object({ minCredits: creditsSchema, maxCredits: creditsSchema }).meta({
      description:
        "Bounds of the price, without what is reused. `maxCredits` is held when the run is accepted.",
    }),
    expectedSeconds: z.int().min(0).meta({
      description: "Usual duration of the longest chain of steps, without the time of people.",
    }),
    availableCredits: creditsSchema,
    affordable: z.boolean().meta({
      description: "True if balance, budget and the key's limit cover maxCredits of the price.",
    }),
    reused: z.array(z.string()).meta({
      description: "Executions of steps whose results the run reuses, with `resumeFrom`.",
      example: ["voice", "shots[0].take"],
    }),
    questions: z
      .array(z.object({ step: z.string(), question: z.string() }))
      .meta({ description: "Steps that ask a person." }),
    steps: z
      .array(
        z.object({
          step: z.string().meta({ example: "shots.take" }),
          count: rangeSchema.meta({ description: "Executions of the step." }),
          minCredits: creditsSchema,
          maxCredits: creditsSchema,
          model: modelReferenceSchema.optional(),
        }),
      )
      .meta({ description: "Price of one execution of each step that is paid." }),
    warnings: z.array(
      z.object({
        pointer: z.string().meta({ description: "Place in the definition; empty for the run." }),
        code: z.string(),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: "PipelineRunEstimate" });

/** Estimate of a run that is not kept, so a run cannot name it. */
export const runPreviewSchema = runEstimateSchema
  .omit({ estimateId: true, expiresAt: true })
  .meta({ id: "PipelineRunPreview" });

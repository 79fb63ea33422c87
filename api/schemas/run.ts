import { z } from "zod";

import { runCreditsMax } from "#domain/pipelines/definition.ts";

import { creditsSchema } from "./common.ts";
import { metadataSchema } from "./job-request.ts";
import { webhookUrlSchema } from "./webhook-url.ts";

const keySchema = z.string().min(1).max(200);

export const newRunSchema = z
  .strictObject({
    version: z.int().min(1).max(1_000_000).optional().meta({
      description: "Version of the pipeline; the latest unless set.",
    }),
    inputs: z
      .record(z.string().min(1).max(40), z.unknown())
      .optional()
      .meta({
        description: "Values of the pipeline's inputs, by its `inputSchema`.",
        example: { topic: "volcanoes" },
        maxProperties: 50,
      }),
    resumeFrom: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description:
          "Run of this pipeline that has ended. Steps with an equal request are reused and not paid again; " +
          "inputs that are not sent are those of that run.",
      }),
    answers: z
      .record(
        keySchema,
        z.strictObject({
          choice: z.string().max(200).optional(),
          text: z.string().max(20_000).optional(),
        }),
      )
      .optional()
      .meta({ description: "Answers to questions, by the step that asks.", maxProperties: 100 }),
    fresh: z.array(keySchema).max(200).optional().meta({
      description: "Steps that are executed again although their results could be reused.",
    }),
    maxCredits: z.int().min(0).max(runCreditsMax).optional().meta({
      description: "Refuses the run when its price can be higher.",
    }),
    metadata: metadataSchema.optional(),
    webhookUrl: webhookUrlSchema.optional(),
    dryRun: z.boolean().optional().meta({
      description: "Returns 200 with the price and starts nothing.",
    }),
  })
  .meta({ id: "NewPipelineRun" });

export type NewRunBody = z.output<typeof newRunSchema>;

export const runEstimateSchema = z
  .object({
    outcome: z.literal("priced"),
    version: z.int().min(1),
    price: z.object({ minCredits: creditsSchema, maxCredits: creditsSchema }).meta({
      description: "Bounds of the price. `maxCredits` is held when the run is accepted.",
    }),
    expectedSeconds: z.int().min(0).meta({
      description: "Expected duration: the longest chain of steps that wait for each other.",
    }),
    affordable: z.boolean(),
    steps: z
      .array(z.object({ step: z.string(), minCredits: creditsSchema, maxCredits: creditsSchema }))
      .meta({ description: "Price of one execution of each step that is paid." }),
    warnings: z.array(z.object({ pointer: z.string(), code: z.string(), message: z.string() })),
  })
  .meta({ id: "PipelineRunEstimate" });

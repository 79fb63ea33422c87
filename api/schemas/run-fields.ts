import { z } from "zod";

const keySchema = z.string().min(1).max(200);

/** Fields that decide the steps of a run and their prices. */
export const runFields = {
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
};

import { z } from "zod";

import { expressionSchema, nameSchema } from "./fields.ts";
import { pipelineInputSchema } from "./inputs.ts";
import { stepKinds } from "./kinds/index.ts";
import type { Steps } from "./step.ts";

/** Limits of a definition. Instances are the executions of all steps, with each map at its `maxItems`. */
export const definitionLimits = {
  steps: 200,
  instances: 1_000,
  levels: 3,
  expressions: 1_000,
  outputs: 20,
  inputs: 50,
};

/** Upper limit of the credits of a run. */
export const runCreditsMax = 30_000;

function namedSchema<Value extends z.ZodType>(
  value: Value,
  { min, max }: { min: number; max: number },
) {
  return z
    .record(nameSchema, value)
    .refine((fields) => Object.keys(fields).length >= min, {
      error: `Must have at least ${min} entry`,
      params: { code: "too_small" },
    })
    .refine((fields) => Object.keys(fields).length <= max, {
      error: `Must have at most ${max} entries`,
      params: { code: "too_large" },
    })
    .meta({ minProperties: min, maxProperties: max });
}

// Steps contain steps, so the schema cannot infer its own type.
const stepsSchema = z
  .lazy(() => namedSchema(stepSchema, { min: 1, max: definitionLimits.steps }))
  .meta({ id: "PipelineSteps", description: "Steps by name." }) as unknown as z.ZodType<Steps>;

const [first, ...rest] = Object.values(stepKinds).map(({ schema }) => schema(stepsSchema));
if (first === undefined) throw new Error("expected step kinds");
const stepSchema = z
  .discriminatedUnion("kind", [first as never, ...(rest as never[])])
  .meta({ id: "PipelineStep" });

/** Definition of a pipeline, as a caller writes it. */
export const definitionSchema = z
  .strictObject({
    schemaVersion: z.literal(1),
    inputs: namedSchema(pipelineInputSchema, { min: 0, max: definitionLimits.inputs }).optional(),
    steps: stepsSchema,
    outputs: namedSchema(expressionSchema, { min: 1, max: definitionLimits.outputs }).meta({
      description: "Results of a run. The first file is the run's `output`.",
    }),
    limits: z
      .strictObject({
        concurrency: z.int().min(1).max(50).optional().meta({
          description: "Maximum number of steps that run at once; 10 unless set.",
        }),
        timeoutSeconds: z.int().min(60).max(604_800).optional().meta({
          description: "Time limit of a run; 86,400 unless set.",
        }),
        maxCredits: z.int().min(1).max(runCreditsMax).optional(),
      })
      .optional(),
    chat: z
      .strictObject({ phrases: z.array(z.string().min(1).max(200)).min(1).max(20) })
      .optional()
      .meta({
        description:
          "Messages that start the pipeline. Names of inputs in braces stand for their values.",
      }),
  })
  .meta({ id: "PipelineDefinition", description: "A pipeline: its inputs, steps and outputs." });

export type Definition = z.output<typeof definitionSchema>;

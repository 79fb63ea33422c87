import { z } from "zod";

import type { Issue } from "#domain/errors.ts";
import {
  commonFields,
  nameSchema,
  placesWithin,
  type ValuePlace,
} from "#domain/pipelines/fields.ts";
import { isOptional, presentOf } from "#domain/pipelines/value-types.ts";

import type { StepKind } from "./step-kind.ts";

const schema = z
  .strictObject({
    kind: z.literal("pipeline"),
    ...commonFields,
    pipeline: z.string().min(1).max(100).meta({ description: "Id of the pipeline." }),
    version: z.int().min(1).max(1_000_000),
    inputs: z
      .record(nameSchema, z.unknown())
      .refine((fields) => Object.keys(fields).length <= 50, "Must have at most 50 fields")
      .optional()
      .meta({ maxProperties: 50 }),
  })
  .meta({
    id: "PipelineSubPipelineStep",
    description: "Runs a version of another pipeline. Its outputs are the results of the step.",
  });

export type SubPipelineStep = z.output<typeof schema>;

export const pipeline: StepKind<SubPipelineStep> = {
  effect: "scope",
  version: 1,
  schema: () => schema,
  places: ({ inputs }): ValuePlace[] => placesWithin(inputs, ["inputs"]),
  resultOf: (step, types) => types.pipeline(step.pipeline, step.version)?.outputs ?? null,
  issues({ pipeline: pipelineId, version, inputs = {} }, types) {
    const callee = types.pipeline(pipelineId, version);
    if (callee === undefined) {
      const message = `Pipeline ${pipelineId} has no version ${version} that this organization can use.`;
      return [{ pointer: "/pipeline", code: "reference_unknown", message }];
    }
    const issues: Issue[] = [];
    for (const [name, type] of Object.entries(callee.inputs)) {
      const given = types.at(["inputs", name]);
      if (!Object.hasOwn(inputs, name)) {
        if (isOptional(type)) continue;
        const message = `The pipeline needs the input ${name}.`;
        issues.push({ pointer: `/inputs/${name}`, code: "required", message });
      } else if (given !== undefined && presentOf(given) !== presentOf(type)) {
        const message = `The input is ${presentOf(type)}, not ${given}.`;
        issues.push({ pointer: `/inputs/${name}`, code: "expression_type", message });
      }
    }
    for (const name of Object.keys(inputs)) {
      if (Object.hasOwn(callee.inputs, name)) continue;
      const message = `The pipeline has no input ${name}.`;
      issues.push({ pointer: `/inputs/${name}`, code: "unknown_field", message });
    }
    return issues;
  },
};

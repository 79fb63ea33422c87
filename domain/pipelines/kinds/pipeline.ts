import { z } from "zod";

import type { Issue } from "#domain/errors.ts";
import {
  commonFields,
  nameSchema,
  placesWithin,
  type ValuePlace,
} from "#domain/pipelines/fields.ts";
import { runInputIssues } from "#domain/pipelines/inputs.ts";
import type { CheckedVersion } from "#domain/pipelines/sub-pipelines.ts";
import { presentOf } from "#domain/pipelines/value-types.ts";

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

export type SubPipelineStep = z.output<typeof schema> & {
  /** The version itself, in a run; `placePipelines` puts it there. */
  readonly placed?: CheckedVersion;
};

export const pipeline: StepKind<SubPipelineStep> = {
  effect: "scope",
  version: 1,
  schema: () => schema,
  places: ({ inputs }): ValuePlace[] => placesWithin(inputs, ["inputs"]),
  resultOf: (step, types) => types.pipeline(step.pipeline, step.version)?.checked.outputs ?? null,
  issues({ pipeline: pipelineId, version, inputs = {} }, { at, pipeline: find }) {
    const callee = find(pipelineId, version);
    if (callee === undefined) {
      const message = `Pipeline ${pipelineId} has no version ${version} that this organization can use.`;
      return [{ pointer: "/pipeline", code: "reference_unknown", message }];
    }
    const types = callee.checked.inputs;
    const wanted = callee.definition.inputs ?? {};
    const unfit = Object.keys(inputs).flatMap((name): Issue[] => {
      const given = at(["inputs", name]);
      const type = types[name];
      if (given === undefined || type === undefined) return [];
      const fits = presentOf(given) === presentOf(type);
      if (fits || (presentOf(given) === "int" && presentOf(type) === "double")) return [];
      const message = `The input is ${presentOf(type)}, not ${given}.`;
      return [{ pointer: `/inputs/${name}`, code: "expression_type", message }];
    });
    // Values with expressions are known in a run only.
    const isKnown = ({ pointer, code }: Issue) =>
      code === "required" || code === "unknown_field" || !hasExpression(inputs, pointer);
    return [...unfit, ...runInputIssues(wanted, inputs).filter(isKnown)];
  },
};

function hasExpression(inputs: Readonly<Record<string, unknown>>, pointer: string): boolean {
  const [, , name = ""] = pointer.split("/");
  return placesWithin(inputs[name], []).length > 0;
}

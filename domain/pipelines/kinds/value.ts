import { z } from "zod";

import { commonFields, expressionSchema } from "#domain/pipelines/fields.ts";
import { presentOf } from "#domain/pipelines/value-types.ts";

import type { StepKind } from "./step-kind.ts";

const schema = z
  .strictObject({ kind: z.literal("value"), ...commonFields, value: expressionSchema })
  .meta({
    id: "PipelineValueStep",
    description: "Names a value, so that several steps can use it.",
  });

export type ValueStep = z.output<typeof schema>;

export const value: StepKind<ValueStep> = {
  effect: "row",
  version: 1,
  schema: () => schema,
  places: (step) => [{ path: ["value"], text: step.value, wants: "any" }],
  resultOf: (_, { at }) => ({ value: presentOf(at(["value"]) ?? "dyn") }),
};

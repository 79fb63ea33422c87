import { z } from "zod";

import type { Issue } from "#domain/errors.ts";
import { commonFields, expressionSchema, type ValuePlace } from "#domain/pipelines/fields.ts";
import { toPointer, type JsonPath } from "#domain/pipelines/json-path.ts";
import { isOptional, presentOf } from "#domain/pipelines/value-types.ts";

import type { InnerScope, StepKind, StepTypes } from "./step-kind.ts";

const caseFields = { when: expressionSchema, value: expressionSchema };
const ownFields = { kind: z.literal("switch"), ...commonFields };

interface Branch<Steps> {
  readonly steps?: Steps | undefined;
  readonly value: string;
}

export type SwitchStep<Steps> = z.output<z.ZodObject<typeof ownFields, z.core.$strict>> & {
  readonly cases: readonly (Branch<Steps> & { readonly when: string })[];
  readonly otherwise?: Branch<Steps> | undefined;
};

export const switchKind = <Steps extends object>(): StepKind<SwitchStep<Steps>, Steps> => ({
  effect: "scope",
  version: 1,
  schema: (steps) =>
    z
      .strictObject({
        ...ownFields,
        cases: z
          .array(z.strictObject({ ...caseFields, steps: steps.optional() }))
          .min(1)
          .max(20),
        otherwise: z.strictObject({ value: caseFields.value, steps: steps.optional() }).optional(),
      })
      .meta({
        id: "PipelineSwitchStep",
        description: "Runs the first case whose condition is true.",
      }),
  places: ({ cases }) =>
    cases.map(({ when }, ordinal) => ({
      path: ["cases", ordinal, "when"],
      text: when,
      wants: "bool",
    })),
  scopes: (step) =>
    branchesOf(step).map(({ path, branch }): InnerScope<Steps> => ({
      path: [...path, "steps"],
      steps: branch.steps ?? ({} as Steps),
      value: { path: [...path, "value"], text: branch.value, wants: "any" } satisfies ValuePlace,
      times: 1,
    })),
  resultOf(step, types) {
    const [first] = valuesOf(step, types);
    return { value: presentOf(first?.type ?? "dyn") };
  },
  mayBeAbsent: (step, types) =>
    step.otherwise === undefined || valuesOf(step, types).some(({ type }) => isOptional(type)),
  issues(step, types): Issue[] {
    const [first, ...others] = valuesOf(step, types);
    const other = others.find(({ type }) => presentOf(type) !== presentOf(first?.type ?? ""));
    if (first === undefined || other === undefined) return [];
    const message = `The results of all cases must have one type: ${presentOf(first.type)} and ${presentOf(other.type)}.`;
    return [{ pointer: toPointer(other.path), code: "expression_type", message }];
  },
});

function branchesOf<Steps>(step: SwitchStep<Steps>): { path: JsonPath; branch: Branch<Steps> }[] {
  return [
    ...step.cases.map((branch, ordinal) => ({ path: ["cases", ordinal] as const, branch })),
    ...(step.otherwise === undefined ? [] : [{ path: ["otherwise"], branch: step.otherwise }]),
  ];
}

/** Types of the cases' results that are known. */
function valuesOf<Steps>(
  step: SwitchStep<Steps>,
  { at }: StepTypes,
): { path: JsonPath; type: string }[] {
  return branchesOf(step).flatMap(({ path }) => {
    const place = [...path, "value"];
    const type = at(place);
    return type === undefined ? [] : [{ path: place, type }];
  });
}

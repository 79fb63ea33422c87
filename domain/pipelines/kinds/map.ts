import { z } from "zod";

import { commonFields, expressionSchema, type ValuePlace } from "#domain/pipelines/fields.ts";
import { presentOf } from "#domain/pipelines/value-types.ts";

import type { StepKind } from "./step-kind.ts";

const ownFields = {
  kind: z.literal("map"),
  ...commonFields,
  over: expressionSchema.meta({ description: "The list whose items the inner steps process." }),
  maxItems: z.int().min(1).max(1_000),
  concurrency: z.int().min(1).max(50).optional(),
  onItemError: z.enum(["fail", "drop"]).optional().meta({
    description: "With `drop`, the result lacks the items that failed.",
  }),
  value: expressionSchema.meta({ description: "Result of an item." }),
};

export type MapFields = z.output<z.ZodObject<typeof ownFields, z.core.$strict>>;
export type MapStep<Steps> = MapFields & { readonly steps: Steps };

export const map = <Steps>(): StepKind<MapStep<Steps>, Steps> => ({
  effect: "scope",
  version: 1,
  schema: (steps) =>
    z.strictObject({ ...ownFields, steps }).meta({
      id: "PipelineMapStep",
      description:
        "Runs the inner steps for each item of a list. Within it, `item` is the item and `index` its position.",
    }),
  places: ({ over }) => [{ path: ["over"], text: over, wants: "list" }],
  scopes: ({ steps, value, maxItems }) => [
    { path: ["steps"], steps, value: resultPlace(value), times: maxItems },
  ],
  resultOf: (_, { at }) => ({ items: `list<${presentOf(at(["value"]) ?? "dyn")}>` }),
});

function resultPlace(text: string): ValuePlace {
  return { path: ["value"], text, wants: "any" };
}

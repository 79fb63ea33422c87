import type { z } from "zod";

import type { ParameterRole } from "#catalog/parameters.ts";

import type { parameterFields } from "./own-fields.ts";

type Fields = z.output<z.ZodObject<typeof parameterFields>>;

const wholeRoles: readonly (ParameterRole | undefined)[] = [
  "width",
  "height",
  "count",
  "seed",
  "fps",
];

/** Type of a parameter that states none, by its values and its role. */
export function typeOf({
  enum: values = [],
  minimum,
  maximum,
  default: preset,
  role,
  multipleOf,
}: Fields & { readonly role?: ParameterRole }): "string" | "integer" | "number" | "boolean" {
  const samples = [...values, minimum, maximum, multipleOf, preset].filter(
    (each) => each !== undefined,
  );
  if (samples.length > 0 && samples.every((each) => typeof each === "boolean")) return "boolean";
  if (samples.length > 0 && samples.every((each) => typeof each === "number")) {
    return samples.every((each) => Number.isInteger(each)) &&
      role !== "speed" &&
      role !== "strength"
      ? "integer"
      : "number";
  }
  return samples.length === 0 && wholeRoles.includes(role) ? "integer" : "string";
}

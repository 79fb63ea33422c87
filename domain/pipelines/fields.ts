import { z } from "zod";

import type { JsonPath } from "./json-path.ts";

/** Reserved names of CEL, and names that every JavaScript object has. */
const reservedWords = new Set([
  ..."as break const continue else false for function if import in let loop namespace null package".split(
    " ",
  ),
  ..."return true var void while constructor".split(" "),
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/** Name of an input, a step, an output or an option. */
export const nameSchema = z
  .string()
  .regex(
    /^[a-z][A-Za-z0-9]{0,39}$/,
    "Must be a lower-case letter, then at most 39 letters or digits",
  )
  .refine((name) => !reservedWords.has(name), "Must not be a reserved word");

/** Maximum characters of one expression, without its braces. */
export const expressionCharactersMax = 2_000;

/** One expression in double braces, whose value keeps its type. */
export const expressionSchema = z
  .string()
  .max(expressionCharactersMax + 10)
  .regex(/^\{\{[^]+\}\}$/, "Must be one expression, such as {{ inputs.topic }}")
  .meta({ id: "PipelineExpression", description: "One CEL expression in double braces." });

/** Text that may contain expressions. */
export const textSchema = z
  .string()
  .max(8_000)
  .regex(/\S/, "Must not be empty")
  .meta({ id: "PipelineText", description: "Text that may contain expressions in double braces." });

export const titleSchema = z.string().max(100);

/** Files for a step: one, or all of a list. */
export const filesSchema = z
  .array(
    z.union([
      expressionSchema,
      z.strictObject({
        kind: z.enum(["image", "video", "audio", "mask", "model"]),
        from: expressionSchema,
      }),
    ]),
  )
  .max(50);

export const parametersSchema = z
  .record(z.string().min(1).max(100), z.unknown())
  .refine((fields) => Object.keys(fields).length <= 30, "Must have at most 30 fields")
  .refine(
    (fields) => JSON.stringify(fields).length <= 20_000,
    "Must have at most 20000 characters as JSON",
  )
  .meta({ maxProperties: 30 });

/** Fields of every step. */
export const commonFields = {
  title: titleSchema.optional(),
  when: expressionSchema.optional().meta({ description: "False: the step is skipped." }),
  after: z
    .array(nameSchema)
    .max(50)
    .optional()
    .meta({ description: "Steps that end first, besides those whose values are used." }),
  onError: z.enum(["fail", "continue"]).optional().meta({
    description: "With `continue`, the results of a failed step are absent and the run goes on.",
  }),
  timeoutSeconds: z.int().min(10).max(86_400).optional(),
  keep: z.enum(["plan", "day"]).optional().meta({
    description: "Retention of the step's files: that of the plan, or a day after the run's end.",
  }),
};

/** A text or an expression of a step, with its place and the type that it must have. */
export interface ValuePlace {
  readonly path: JsonPath;
  readonly text: string;
  readonly wants: "any" | "bool" | "file" | "list" | "number" | "text";
}

export function filePlaces(files: z.output<typeof filesSchema> | undefined): ValuePlace[] {
  return (files ?? []).map((file, ordinal) =>
    typeof file === "string"
      ? { path: ["inputs", ordinal], text: file, wants: "file" }
      : { path: ["inputs", ordinal, "from"], text: file.from, wants: "file" },
  );
}

/** Lists the texts with expressions anywhere within a JSON value. */
export function placesWithin(value: unknown, path: JsonPath): ValuePlace[] {
  if (typeof value === "string") {
    return value.includes("{{") ? [{ path, text: value, wants: "any" }] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    placesWithin(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

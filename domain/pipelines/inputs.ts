import { z } from "zod";

import { titleSchema } from "./fields.ts";
import { fileTypes, optionalOf, type ValueType } from "./value-types.ts";

const commonFields = {
  title: titleSchema.optional(),
  description: z.string().max(500).optional(),
  required: z
    .boolean()
    .optional()
    .meta({ description: "True unless set. Ignored with a default." }),
};

export const textCharactersMax = 20_000;
export const listItemsMax = 1_000;

/** Limits that apply to an input without its own. */
export const defaultLimits = { textCharacters: 4_000, listItems: 100 };

const itemFields = {
  text: {
    maxLength: z.int().min(1).max(textCharactersMax).optional(),
    default: z.string().max(textCharactersMax).optional(),
  },
  integer: {
    minimum: z.int().optional(),
    maximum: z.int().optional(),
    default: z.int().optional(),
  },
  number: {
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  },
  boolean: { default: z.boolean().optional() },
  choice: {
    choices: z.array(z.string().min(1).max(200)).min(1).max(50),
    default: z.string().max(200).optional(),
  },
};

const single = [
  z.strictObject({ type: z.literal("text"), ...commonFields, ...itemFields.text }),
  z.strictObject({ type: z.literal("integer"), ...commonFields, ...itemFields.integer }),
  z.strictObject({ type: z.literal("number"), ...commonFields, ...itemFields.number }),
  z.strictObject({ type: z.literal("boolean"), ...commonFields, ...itemFields.boolean }),
  z.strictObject({ type: z.literal("choice"), ...commonFields, ...itemFields.choice }),
  z.strictObject({ type: z.enum(["image", "video", "audio", "model"]), ...commonFields }),
] as const;

const itemSchema = z.discriminatedUnion("type", single).meta({ id: "PipelineItem" });

const listSchema = z.strictObject({
  type: z.literal("list"),
  ...commonFields,
  of: itemSchema,
  maxItems: z.int().min(1).max(listItemsMax).optional(),
  default: z.array(z.unknown()).max(listItemsMax).optional(),
});

/** An input of a pipeline. */
export const pipelineInputSchema = z
  .discriminatedUnion("type", [...single, listSchema])
  .meta({ id: "PipelineInput", description: "An input that a run takes." });

export type PipelineInput = z.output<typeof pipelineInputSchema>;

const types = {
  text: "string",
  integer: "int",
  number: "double",
  boolean: "bool",
  choice: "string",
  ...fileTypes,
} as const;

/** Returns the type of an input's value in expressions. */
export function typeOfInput(input: PipelineInput): ValueType {
  const type = input.type === "list" ? `list<${types[input.of.type]}>` : types[input.type];
  return isCertain(input) ? type : optionalOf(type);
}

/** Reports whether a run always has a value for the input. */
export function isCertain(input: PipelineInput): boolean {
  return input.required !== false || ("default" in input && input.default !== undefined);
}

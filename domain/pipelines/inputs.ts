import { z } from "zod";

import type { Issue } from "#domain/errors.ts";

import { titleSchema } from "./fields.ts";
import { valueLimits } from "./value-limits.ts";
import { fileTypes, optionalOf, type ValueType } from "./value-types.ts";

const commonFields = {
  title: titleSchema.optional(),
  description: z.string().max(500).optional(),
  required: z
    .boolean()
    .optional()
    .meta({ description: "True unless set. Ignored with a default." }),
};

/** Limits that apply to an input without its own. */
const defaultLimits = { textCharacters: 4_000, listItems: 100 };

const itemFields = {
  text: {
    maxLength: z.int().min(1).max(valueLimits.text).optional(),
    default: z.string().max(valueLimits.text).optional(),
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
  maxItems: z.int().min(1).max(valueLimits.listItems).optional(),
  default: z.array(z.unknown()).max(valueLimits.listItems).optional(),
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
function isCertain(input: PipelineInput): boolean {
  return input.required !== false || ("default" in input && input.default !== undefined);
}

/** Reports defaults and limits that contradict each other. */
export function inputIssues(inputs: Readonly<Record<string, PipelineInput>>): Issue[] {
  return Object.entries(inputs).flatMap(([name, input]) => {
    const pointer = `/inputs/${name}`;
    const limits =
      "minimum" in input && (input.minimum ?? 0) > (input.maximum ?? Infinity)
        ? [{ pointer: `${pointer}/minimum`, code: "too_large", message: "Exceeds the maximum." }]
        : [];
    if (!("default" in input) || input.default === undefined) return limits;
    return [...limits, ...valueIssues(input, input.default, `${pointer}/default`)];
  });
}

/** Reports a value that an input does not accept. Whether an asset exists is not checked. */
function valueIssues(input: PipelineInput, value: unknown, pointer: string): Issue[] {
  const refuse = (code: string, message: string) => [{ pointer, code, message }];
  const wrongType = () => refuse("wrong_type", `Must be a value of type ${input.type}.`);
  switch (input.type) {
    case "text": {
      if (typeof value !== "string") return wrongType();
      const max = input.maxLength ?? defaultLimits.textCharacters;
      return value.length <= max ? [] : refuse("too_large", `Must have at most ${max} characters.`);
    }
    case "integer":
    case "number": {
      const { minimum = -Infinity, maximum = Infinity } = input;
      if (typeof value !== "number" || (input.type === "integer" && !Number.isSafeInteger(value))) {
        return wrongType();
      }
      if (value < minimum) return refuse("too_small", `Must be at least ${minimum}.`);
      return value <= maximum ? [] : refuse("too_large", `Must be at most ${maximum}.`);
    }
    case "boolean":
      return typeof value === "boolean" ? [] : wrongType();
    case "choice":
      return typeof value === "string" && input.choices.includes(value)
        ? []
        : refuse("not_allowed", `Must be one of ${input.choices.join(", ")}.`);
    case "list": {
      if (!Array.isArray(value)) return wrongType();
      const max = input.maxItems ?? defaultLimits.listItems;
      if (value.length > max) return refuse("too_large", `Must have at most ${max} items.`);
      return value.flatMap((item, ordinal) => valueIssues(input.of, item, `${pointer}/${ordinal}`));
    }
    case "image":
    case "video":
    case "audio":
    case "model":
      return isAssetReference(value)
        ? []
        : refuse(
            "wrong_type",
            `Must be {"assetId": "…"}, an asset of kind ${input.type}. POST /v1/assets makes one of a file, a URL or an output.`,
          );
  }
}

function isFileInput(input: PipelineInput): boolean {
  return Object.hasOwn(fileTypes, input.type === "list" ? input.of.type : input.type);
}

export interface AssetReference {
  readonly assetId: string;
}

export function isAssetReference(value: unknown): value is AssetReference {
  return (
    typeof value === "object" &&
    value !== null &&
    "assetId" in value &&
    typeof value.assetId === "string" &&
    Object.keys(value).length === 1
  );
}

/** Turns files with their facts, within the value of an input, into references again. */
export function toInputReference(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toInputReference);
  return typeof value === "object" && value !== null && "assetId" in value
    ? { assetId: value.assetId }
    : value;
}

/**
 * Reports values of a run that its inputs do not accept. Pointers start at the body. `areFilesChecked`: the files are
 * results of steps, whose types the check of the definition has compared.
 */
export function runInputIssues(
  inputs: Readonly<Record<string, PipelineInput>>,
  given: Readonly<Record<string, unknown>>,
  { areFilesChecked = false }: { readonly areFilesChecked?: boolean } = {},
): Issue[] {
  const unknown = Object.keys(given).flatMap((name) =>
    Object.hasOwn(inputs, name)
      ? []
      : [
          {
            pointer: `/inputs/${name}`,
            code: "unknown_field",
            message: `There is no input ${name}.`,
          },
        ],
  );
  const wrong = Object.entries(inputs).flatMap(([name, input]) => {
    const pointer = `/inputs/${name}`;
    if (areFilesChecked && isFileInput(input)) return [];
    if (Object.hasOwn(given, name)) return valueIssues(input, given[name], pointer);
    const message = `The input ${name} is required.`;
    return isNeeded(input) ? [{ pointer, code: "required", message }] : [];
  });
  return [...unknown, ...wrong];
}

/** Adds the defaults to the values of a run. */
export function withDefaults(
  inputs: Readonly<Record<string, PipelineInput>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const defaults = Object.entries(inputs).flatMap(([name, input]) =>
    "default" in input && input.default !== undefined ? [[name, input.default] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...given };
}

/** Describes the inputs of a run as a JSON Schema, for forms and clients. */
export function toInputSchema(
  inputs: Readonly<Record<string, PipelineInput>>,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(inputs);
  return {
    type: "object",
    additionalProperties: false,
    required: entries.filter(([, input]) => isNeeded(input)).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, input]) => [name, toSchema(input)])),
  };
}

function isNeeded(input: PipelineInput): boolean {
  return input.required !== false && !("default" in input && input.default !== undefined);
}

function toSchema(input: PipelineInput): Readonly<Record<string, unknown>> {
  const { title, description } = input;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...valueSchema(input),
    ...("default" in input && input.default !== undefined ? { default: input.default } : {}),
  };
}

function valueSchema(input: PipelineInput): Readonly<Record<string, unknown>> {
  switch (input.type) {
    case "text":
      return { type: "string", maxLength: input.maxLength ?? defaultLimits.textCharacters };
    case "integer":
    case "number": {
      const { type, minimum, maximum } = input;
      return {
        type,
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      };
    }
    case "boolean":
      return { type: "boolean" };
    case "choice":
      return { type: "string", enum: input.choices };
    case "list":
      return {
        type: "array",
        items: toSchema(input.of),
        maxItems: input.maxItems ?? defaultLimits.listItems,
      };
    case "image":
    case "video":
    case "audio":
    case "model":
      return {
        type: "object",
        description: `A file of kind ${input.type}, as an asset of the organization.`,
        properties: { assetId: { type: "string" } },
        required: ["assetId"],
        additionalProperties: false,
      };
  }
}

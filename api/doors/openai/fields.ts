import { z } from "zod";

import { reportInput, toIssues } from "#api/http/issues.ts";
import { checkText } from "#api/http/read-json-body.ts";
import type { FormFields } from "#api/http/read-upload.ts";
import { metadataSchema } from "#api/schemas/job-request.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { AppError } from "#domain/errors.ts";
import { promptCharactersMax } from "#domain/requests/prompt-length.ts";

import type { ModelNames } from "./models.ts";

export const promptSchema = z
  .string()
  .max(promptCharactersMax)
  .regex(/\S/, "Must not be empty")
  .trim();

/** `null` and `auto` mean that the field is absent. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();

/** Fields that every order has. */
export const orderFields = {
  model: optional(z.string().min(1).max(200)),
  max_credits: optional(z.int().min(1).max(30)),
  metadata: optional(metadataSchema),
};

/** Fields that change nothing here: a response names those that were sent in `x-gme-ignored`. */
export const hintFields = {
  user: optional(z.string().max(1_000)),
  safety_identifier: optional(z.string().max(1_000)),
};

/**
 * Parses the fields of a form, whose values are texts, by the schema of the JSON body. `x[]` is a list `x`, and `x[y]` an
 * object `x` with one field. Throws `request_invalid`, also for text that cannot be stored.
 */
export function parseForm<Schema extends z.ZodObject>(
  schema: Schema,
  fields: FormFields,
): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value !== "string") return [name.slice(0, -"[]".length), value];
      const [, object, member] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
      if (object !== undefined && member !== undefined) return [object, { [member]: value }];
      return [name, toValue(schema.shape[name], value)];
    }),
  );
  const result = schema.safeParse(given, reportInput);
  if (!result.success) {
    throw new AppError("request_invalid", {
      issues: toIssues(result.error, { schema, place: "body" }),
    });
  }
  checkText(result.data);
  return result.data;
}

/** A text that the field refuses is tried as JSON: `2`, `true`, `{"project": "x"}`. */
function toValue(schema: unknown, text: string): unknown {
  if (!(schema instanceof z.ZodType) || schema.safeParse(text).success) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Model and price limit of an order, as the engine takes them. */
export function toCommon(
  {
    model,
    max_credits: maxCredits,
  }: { model?: string | null | undefined; max_credits?: number | null | undefined },
  names: ModelNames,
): Pick<JobRequest, "model" | "maxCredits"> {
  return {
    ...(model == null || names.isAutomatic(model) ? {} : { model }),
    ...(maxCredits == null ? {} : { maxCredits }),
  };
}

/** Names the hints that were sent, in `x-gme-ignored`. */
export function listIgnored(
  body: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string {
  return names.filter((name) => body[name] != null && body[name] !== "auto").join(", ");
}

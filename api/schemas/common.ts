import { z } from "zod";

import { errorCatalog, type ErrorCode } from "#domain/errors.ts";
import { operationNames } from "#domain/pipelines/operations.ts";
import { capabilities, contentTypes, inputKinds } from "#domain/requests/capability.ts";

export const operationSchema = z
  .enum(operationNames)
  .meta({ id: "MediaOperation", description: "Operation of a pipeline's `transform` step." });

export const capabilitySchema = z
  .enum(capabilities)
  .meta({ id: "Capability", description: "Kind of generation, such as `text-to-image`." });

export const contentTypeSchema = z
  .enum(contentTypes)
  .meta({ id: "ContentType", description: "Kind of an output." });

export const inputKindSchema = z.enum(inputKinds).meta({
  id: "InputKind",
  description: "Kind of an input. A mask is an image whose white pixels mark the area to change.",
});

export const errorCodeSchema = z
  .enum(Object.keys(errorCatalog) as [ErrorCode, ...ErrorCode[]])
  .meta({ id: "ErrorCode", description: "Stable error code; use it in programs." });

/** Model of a job or an estimate. */
export const modelReferenceSchema = z
  .object({ id: z.string(), provider: z.string() })
  .meta({ id: "ModelReference" });

/** RFC 3339, UTC. */
export const timeSchema = z.iso.datetime().meta({ example: "2026-11-21T09:30:00.000Z" });

/** ETag of a list entry, for resources that have no URL for a single entry. */
export const entityTagSchema = z.string().meta({
  description: "ETag of this version. Send it unchanged in If-Match to prevent lost updates.",
  example: '"AAAAAAAAAAAAAAAAAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBBBBBBB"',
});

export const creditsSchema = z.int().min(0);

/** Integer query parameter of decimal digits; refuses other notations, such as `1e3`. */
function integerParameter({
  minimum,
  maximum,
  fallback,
  description,
}: {
  minimum: number;
  maximum: number;
  fallback: number;
  description: string;
}) {
  return z
    .string()
    .regex(/^\d{1,9}$/, "Must be a whole number")
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .default(fallback)
    .meta({
      description,
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: "integer", minimum, maximum, default: fallback });
      },
    });
}

export const limitParameter = integerParameter({
  minimum: 1,
  maximum: 100,
  fallback: 20,
  description: "Maximum number of results.",
});

export const cursorParameter = z
  .string()
  .min(1)
  .max(300)
  .optional()
  .meta({ description: "nextCursor of the previous page." });

/** Query parameter of several values, separated by commas. */
export function commaSeparated<Item extends z.ZodType<string, string>>(
  item: Item,
  { max, ...documented }: { max: number; description: string; example?: string },
) {
  return z
    .string()
    .max(listLengthMax)
    .transform((text) => text.split(","))
    .pipe(z.array(item).min(1).max(max))
    .optional()
    .meta({
      ...documented,
      override: ({ jsonSchema }) => {
        for (const name of Object.keys(jsonSchema)) delete jsonSchema[name as keyof object];
        Object.assign(jsonSchema, { type: "string", maxLength: listLengthMax });
      },
    });
}
const listLengthMax = 10_000;

/** One page, newest first. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "Cursor of the next page; null on the last page." }),
  });
}

/** A list without pagination. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item) });
}

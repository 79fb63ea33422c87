import type { z } from "zod";

import { AppError } from "#domain/errors.ts";

/** Parses fields of a step whose values were computed in the run. Throws `request_invalid` with the first problem. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  place: readonly string[] = [],
): z.output<Schema> {
  const { data, error } = schema.safeParse(given);
  if (error === undefined) return data;
  const [issue] = error.issues;
  const path = [...place, ...(issue?.path ?? [])].join(".");
  throw new AppError("request_invalid", { message: `${path}: ${issue?.message ?? "is invalid"}` });
}

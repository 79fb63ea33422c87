import { z } from "zod";

import { errorCatalog, type ErrorCode } from "#domain/errors.ts";

export const problemSchema = z
  .object({
    type: z.string().meta({ description: "Address of the error's documentation." }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: "What happened this time." }),
    instance: z.string().meta({ description: "The path that was asked for." }),
    code: z
      .enum(Object.keys(errorCatalog) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: "Stable; decide by this." }),
    requestId: z.string(),
    retryable: z
      .boolean()
      .meta({ description: "Whether the same call may succeed later without a change." }),
    retryAfterSeconds: z.int().min(1).optional(),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description:
              "JSON pointer into the body, or query/name, path/name, header/name. Empty: the whole body.",
          }),
          code: z.string(),
          message: z.string(),
        }),
      )
      .meta({
        description:
          "The problems of an invalid request, all at once: at most 100, and no more than 12 KiB of them.",
      }),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "Problem", description: "An error (RFC 9457)." });

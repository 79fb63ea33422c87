import { z } from "zod";

import { errorCodeSchema } from "./common.ts";

export const problemSchema = z
  .object({
    type: z.string().meta({ description: "URL of the error's documentation." }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: "Explanation of this occurrence." }),
    instance: z.string().meta({ description: "Path of the request." }),
    code: errorCodeSchema,
    requestId: z.string(),
    retryable: z
      .boolean()
      .meta({ description: "True if the same request may succeed later without a change." }),
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
        description: "All problems of an invalid request: at most 100, and at most 12 KiB.",
      }),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "Problem", description: "An error (RFC 9457)." });

import { z } from "zod";

import type { ErrorDialect } from "#activities/providers/error-dialect.ts";

const errorSchema = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string() }))]),
});

/** Reads errors of both Luma APIs, which have only a message for people. */
export const readLumaError: ErrorDialect["read"] = (body) => {
  const detail = errorSchema.safeParse(body).data?.detail;
  return {
    words: [],
    reason: Array.isArray(detail) ? detail.map(({ msg }) => msg).join(" ") : detail,
  };
};

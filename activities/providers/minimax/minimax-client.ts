import { z } from "zod";

import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import provider from "#catalog/providers/minimax.ts";
import { AppError } from "#domain/errors.ts";

/** Result state of the first API version, which returns status 200 even for errors. */
const stateSchema = z.object({ status_code: z.number(), status_msg: z.string().nullish() });

export const statedSchema = z.object({ base_resp: stateSchema.nullish() });

/** Some endpoints return a number, others a string. */
export const idSchema = z.union([z.string().min(1), z.int()]).transform(String);

const errorSchema = z.object({
  base_resp: stateSchema.nullish(),
  error: z.object({ type: z.string().nullish(), message: z.string().nullish() }).nullish(),
});

const dialect: ErrorDialect = {
  read(body) {
    const { base_resp: state, error } = errorSchema.safeParse(body).data ?? {};
    if (error != null) {
      // The second version ends its message with the code of the first: "… (1026)".
      const code = /\((\d{4,5})\)\s*$/.exec(error.message ?? "")?.[1];
      return {
        words: [error.type, code].flatMap((word) => word ?? []),
        reason: error.message ?? undefined,
      };
    }
    if (state == null || state.status_code === 0) return { words: [] };
    return { words: [String(state.status_code)], reason: state.status_msg ?? undefined };
  },
  rules: [
    { words: ["1026", "1027"], code: "content_refused" },
    { words: ["1008", "insufficient_balance_error"], code: "provider_balance_empty" },
    // The plan's allowance is used up for hours, or the plan lacks this model.
    { words: ["2056"], code: "provider_balance_empty" },
    { words: ["2061"], code: "model_not_available" },
    { words: ["1004", "2049"], code: "provider_credential_invalid" },
    { words: ["1002", "1039", "1041", "2045"], code: "provider_rate_limited" },
    // A task that does not exist, or does not exist yet.
    { words: [/invalid task_id/i], code: "provider_result_expired" },
    { words: ["1042", "2013", "2037", "2042", "20132"], code: "provider_rejected" },
  ],
};

export const client = createClient(provider, dialect);

/**
 * Throws for a failure that no rule covers. Those are MiniMax's failures (1000, 1001, 1013, 1024, 1033), and
 * it is unknown whether something was made.
 */
export function expectFine(
  { base_resp: state }: z.output<typeof statedSchema>,
  paid: boolean,
): void {
  if (state == null || state.status_code === 0) return;
  throw new AppError(paid ? "provider_outcome_unknown" : "provider_overloaded", {
    details: { reason: state.status_msg ?? "", status: state.status_code },
  });
}

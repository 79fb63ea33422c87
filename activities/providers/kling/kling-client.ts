import { z } from "zod";

import type { AdapterInput, AdapterRequest } from "#activities/providers/adapter.ts";
import { base64Of } from "#activities/providers/encode-input.ts";
import { readCoded, type ErrorDialect } from "#activities/providers/error-dialect.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import type { EmbeddedFile } from "#activities/providers/request-body.ts";
import provider from "#catalog/providers/kling.ts";

/**
 * Every answer has a code, zero for success. Some answers with 429 are no matter of time, and "invalid
 * parameters" is said of three things: of what it says, of an external id that was taken before, and
 * of a task that does not exist.
 */
const dialect: ErrorDialect = {
  read: readCoded,
  rules: [
    { words: ["1101", "1102"], code: "provider_balance_empty" },
    {
      words: ["1000", "1001", "1002", "1003", "1004", "1100"],
      code: "provider_credential_invalid",
    },
    // Kept to a list of addresses.
    { words: ["1304"], code: "provider_credential_invalid" },
    // One model or path is not sold to this account; the key is fine.
    { words: ["1103"], code: "model_not_available" },
    { words: ["1300", "1301"], code: "content_refused" },
    { words: ["1302", "1303"], code: "provider_rate_limited" },
    // A task with our key exists: whether it is ours to wait for, a lookup tells.
    { status: 400, words: [/already\s+exist/i], code: "provider_outcome_unknown" },
    { words: [/task not found/i], code: "provider_result_expired" },
    { words: ["1200", "1201", "1202"], code: "provider_rejected" },
  ],
};

export const client = createClient(provider, dialect);

/** What an answer holds beside the code. */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({ code: z.literal(0), request_id: z.string().nullish(), data });
}

/** Our key as its external id, which stands in paths and lists: which characters it may have is not said. */
export function externalIdOf(idempotencyKey: string): string {
  return idempotencyKey.replaceAll(/[^\w-]/g, "-");
}

/** What was made, and of which kind: legacy tasks are asked for elsewhere. */
export interface CreatedTask {
  readonly kind: "task" | "lip-sync";
  readonly task: string;
  readonly requestId: string | undefined;
}

/** Bare base64 where Kling cannot fetch our address. Throws `input_too_large`. */
export function addressOrBase64(
  input: AdapterInput,
  { inputsAreReachable }: Pick<AdapterRequest, "inputsAreReachable">,
  bytesMax: number,
): string | EmbeddedFile {
  return inputsAreReachable ? input.url : base64Of(input, bytesMax);
}

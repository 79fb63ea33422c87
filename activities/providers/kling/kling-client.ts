import { z } from "zod";

import type { AdapterInput, AdapterRequest } from "#activities/providers/adapter.ts";
import { base64Of } from "#activities/providers/encode-input.ts";
import { readCoded, type ErrorDialect } from "#activities/providers/error-dialect.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import type { EmbeddedFile } from "#activities/providers/request-body.ts";
import provider from "#catalog/providers/kling.ts";

/**
 * Every response has a code, zero for success. Some 429 responses do not end by waiting. "Invalid parameters"
 * has three causes: the content, an external id in use, and a task that does not exist.
 */
const dialect: ErrorDialect = {
  read: readCoded,
  rules: [
    { words: ["1101", "1102"], code: "provider_balance_empty" },
    {
      words: ["1000", "1001", "1002", "1003", "1004", "1100"],
      code: "provider_credential_invalid",
    },
    // The account has an IP allowlist.
    { words: ["1304"], code: "provider_credential_invalid" },
    // The account lacks this model or path; the key is valid.
    { words: ["1103"], code: "model_not_available" },
    // The resource of the path, such as the model, does not exist (vendor's error codes of 2026-09).
    { words: ["1203"], code: "model_not_available" },
    { words: ["1300", "1301"], code: "content_refused" },
    { words: ["1302", "1303"], code: "provider_rate_limited" },
    // A task with this idempotency key exists. A lookup shows whether it is the first request's.
    { status: 400, words: [/already\s+exist/i], code: "provider_outcome_unknown" },
    { words: [/task not found/i], code: "provider_result_expired" },
    { words: ["1200", "1201", "1202"], code: "provider_rejected" },
  ],
};

export const client = createClient(provider, dialect);

/** Schema of a successful response around `data`. */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({ code: z.literal(0), request_id: z.string().nullish(), data });
}

/**
 * Converts an idempotency key to an external id, which appears in paths and lists. Kling does not document
 * the allowed characters.
 */
export function externalIdOf(idempotencyKey: string): string {
  return idempotencyKey.replaceAll(/[^\w-]/g, "-");
}

/** A created task. Legacy tasks are polled at another endpoint. */
export interface CreatedTask {
  readonly kind: "task" | "lip-sync" | "image";
  readonly task: string;
  readonly requestId: string | undefined;
}

/** A task as each API reports it. */
export interface KlingTask {
  readonly id: string;
  readonly status: string;
  readonly message?: string | null | undefined;
  readonly files: readonly {
    readonly url: string;
    readonly contentType: string;
    readonly duration?: number | null | undefined;
  }[];
  readonly costUsd?: number;
}

/** Returns the URL, or bare base64 where Kling cannot fetch the URL. Throws `input_too_large`. */
export function addressOrBase64(
  input: AdapterInput,
  { inputsAreReachable }: Pick<AdapterRequest, "inputsAreReachable">,
  bytesMax: number,
): string | EmbeddedFile {
  return inputsAreReachable ? input.url : base64Of(input, bytesMax);
}

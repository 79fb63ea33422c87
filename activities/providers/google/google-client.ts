import { z } from "zod";

import type { AdapterInput } from "#activities/providers/adapter.ts";
import { base64Of, checkBytes } from "#activities/providers/encode-input.ts";
import type {
  ErrorDialect,
  ErrorRule,
  ProviderWords,
} from "#activities/providers/error-dialect.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import type { EmbeddedFile } from "#activities/providers/request-body.ts";
import provider from "#catalog/providers/google.ts";

/** Google's front end wraps an error into a list. Interactions have a string as `code`. */
const errorSchema = z.object({
  error: z.object({
    code: z.union([z.string(), z.number()]).nullish(),
    status: z.string().nullish(),
    message: z.string().nullish(),
    details: z
      .array(
        z.object({
          reason: z.string().nullish(),
          retryDelay: z.string().nullish(),
          violations: z.array(z.object({ quotaId: z.string().nullish() })).nullish(),
        }),
      )
      .nullish()
      .catch(null),
  }),
});

/** Reasons in a 200 response that has no result. */
const refusalSchema = z.object({
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  candidates: z
    .array(z.object({ finishReason: z.string().nullish(), finishMessage: z.string().nullish() }))
    .nullish(),
});

export function readGoogleError(body: unknown): ProviderWords {
  const error = errorSchema.safeParse(Array.isArray(body) ? body[0] : body).data?.error;
  if (error !== undefined) {
    const details = error.details ?? [];
    const words = [
      error.code,
      error.status,
      ...details.map(({ reason }) => reason),
      ...details.flatMap(({ violations }) => violations ?? []).map(({ quotaId }) => quotaId),
    ];
    return {
      words: words.flatMap((word) => (word == null ? [] : [String(word)])),
      reason: error.message ?? undefined,
      retryAfterSeconds: readDelay(details.find(({ retryDelay }) => retryDelay)?.retryDelay),
    };
  }
  const { promptFeedback, candidates } = refusalSchema.safeParse(body).data ?? {};
  const blockReason = promptFeedback?.blockReason;
  if (blockReason != null) {
    return { words: ["PROMPT_BLOCKED"], reason: `the request was blocked: ${blockReason}` };
  }
  const [first] = candidates ?? [];
  if (first?.finishReason == null) return { words: [] };
  return { words: [first.finishReason], reason: first.finishMessage ?? first.finishReason };
}

/** Parses a protobuf duration: `33s`, `21599.96s`. */
function readDelay(text: string | null | undefined): number | undefined {
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(text ?? "")?.[1] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.ceil(seconds) : undefined;
}

export const refused: ErrorRule = {
  words: [
    "PROMPT_BLOCKED",
    "SAFETY",
    "IMAGE_SAFETY",
    "PROHIBITED_CONTENT",
    "IMAGE_PROHIBITED_CONTENT",
    "RECITATION",
    "IMAGE_RECITATION",
    "BLOCKLIST",
    "SPII",
    /\bblocked\b[^.]*\b(?:safety|polic)/i,
  ],
  code: "content_refused",
};

/** Gemini returns 400 for a wrong key. */
const wrongKey: ErrorRule = {
  status: 400,
  words: ["API_KEY_INVALID", /API key (?:not valid|not found|expired)/i],
  code: "provider_credential_invalid",
};

/** For requests that may be paid, and for the health check. */
export const client = createClient(provider, {
  read: readGoogleError,
  rules: [
    refused,
    wrongKey,
    {
      words: ["NO_IMAGE", "IMAGE_OTHER", "OTHER", "LANGUAGE", "MALFORMED_FUNCTION_CALL"],
      code: "provider_failed",
    },
    // A 429 that does not end by waiting: prepaid credits, the project's cap, no free tier, the daily quota.
    {
      status: 429,
      words: [/credits are depleted/i, /spend(?:ing)? cap/i, /limit: 0\b/, /PerDay/],
      code: "provider_balance_empty",
    },
    { status: 400, words: [/\bbilling\b/i], code: "provider_balance_empty" },
    { status: 400, words: [/location is not supported/i], code: "provider_credential_invalid" },
    { status: 404, words: [/\bmodels?\b/i], code: "model_not_available" },
    { status: 503, words: [/overloaded|high demand/i], code: "provider_overloaded" },
  ],
} satisfies ErrorDialect);

/**
 * For polling paid requests. A running interaction has returned 400, and so does a file that is still being
 * written: only an unknown id is final.
 */
export const questions = createClient(provider, {
  read: readGoogleError,
  rules: [
    refused,
    wrongKey,
    { status: 400, words: [/invalid interaction name/i], code: "provider_failed" },
    { status: 400, code: "provider_overloaded" },
  ],
} satisfies ErrorDialect);

/** A whole body may have 20 MB, and base64 adds a third. */
const inlineBytesMax = 14_000_000;

/** Encodes files as base64 in their order. Throws `input_too_large` for their total size. */
export function inlineFiles(
  inputs: readonly AdapterInput[],
): { readonly mimeType: string; readonly data: EmbeddedFile }[] {
  let bytes = 0;
  return inputs.map((input) => {
    bytes += input.bytes;
    checkBytes({ ...input, bytes }, inlineBytesMax);
    return { mimeType: input.contentType, data: base64Of(input, inlineBytesMax) };
  });
}

/** Returns the prompt, or a default for a request that has only a file. */
export function promptOr(prompt: unknown, usual: string): string {
  return typeof prompt === "string" && prompt.trim() !== "" ? prompt : usual;
}

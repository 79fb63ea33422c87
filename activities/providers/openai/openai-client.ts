import { buffer } from "node:stream/consumers";

import { z } from "zod";

import type { AdapterInput } from "#activities/providers/adapter.ts";
import { toAlphaMask } from "#activities/providers/alpha-mask.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import { type StreamedBytes, toFile } from "#activities/providers/request-body.ts";
import provider from "#catalog/providers/openai.ts";

const maskBytesMax = 4_000_000;
/** Limit for an image inside a JSON body. The URL is used where OpenAI can fetch it. */
export const bodyImageBytesMax = 20_000_000;

const errorSchema = z.object({
  error: z.object({
    message: z.string().nullish(),
    type: z.string().nullish(),
    code: z.union([z.string(), z.number()]).nullish(),
  }),
});

const dialect: ErrorDialect = {
  read(body) {
    const error = errorSchema.safeParse(body).data?.error;
    const words = [error?.code, error?.type].flatMap((word) =>
      word == null ? [] : [String(word)],
    );
    return { words, reason: error?.message ?? undefined };
  },
  rules: [
    { words: ["insufficient_quota", "billing_hard_limit_reached"], code: "provider_balance_empty" },
    { words: ["moderation_blocked", "content_policy_violation"], code: "content_refused" },
    { status: 400, words: [/safety system/i], code: "content_refused" },
    { status: [400, 404], words: ["model_not_found"], code: "model_not_available" },
    // A conflict with a concurrent request: nothing was made.
    { status: 409, code: "provider_overloaded" },
  ],
};

export const client = createClient(provider, dialect);

/** Converts a mask: OpenAI marks the area by transparency, not by white. */
export async function maskOf(mask: AdapterInput): Promise<StreamedBytes> {
  checkBytes(mask, maskBytesMax);
  return toFile("image/png", await toAlphaMask(await buffer(mask.open())));
}

/** Media type of an image, by its parameter. */
export function imageTypeOf(values: Readonly<Record<string, unknown>>): string {
  const format = values["output_format"];
  return `image/${typeof format === "string" ? format : "png"}`;
}

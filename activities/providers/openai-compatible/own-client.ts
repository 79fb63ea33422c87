import { z } from "zod";

import type { AdapterInput } from "#activities/providers/adapter.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import type { FormPart } from "#activities/providers/request-body.ts";
import { extensionOf } from "#storage/media-type.ts";

const inputBytesMax = 100_000_000;

const errorSchema = z.object({
  error: z.object({
    type: z.string().nullish(),
    code: z.union([z.string(), z.number()]).nullish(),
  }),
});

/**
 * Reads codes only. The message of an own server may name paths, classes and host names of the operator's network, which
 * callers must not read.
 */
const dialect: ErrorDialect = {
  read(body) {
    const error = errorSchema.safeParse(body).data?.error;
    return {
      words: [error?.code, error?.type].flatMap((word) => (word == null ? [] : [String(word)])),
    };
  },
  rules: [
    { words: ["moderation_blocked", "content_policy_violation"], code: "content_refused" },
    { status: 400, words: ["model_not_found"], code: "model_not_available" },
  ],
};

/** Headers with a key come with the call. */
const row = { auth: null };

/** For requests that make something: a path that the server lacks means that its model cannot be used. */
export const client = createClient(row, {
  ...dialect,
  rules: [...dialect.rules, { status: [404, 405, 501], code: "model_not_available" }],
});

/** For polls and health checks. */
export const questions = createClient(row, dialect);

export function filePart(name: string, input: AdapterInput): FormPart {
  checkBytes(input, inputBytesMax);
  return { name, fileName: `${input.kind}.${extensionOf(input.contentType)}`, file: input };
}

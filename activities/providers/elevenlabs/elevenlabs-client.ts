import { z } from "zod";

import type { AdapterInput } from "#activities/providers/adapter.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import type { FormPart } from "#activities/providers/request-body.ts";
import provider from "#catalog/providers/elevenlabs.ts";
import { extensionOf } from "#storage/media-type.ts";

const detailSchema = z.object({
  type: z.string().nullish().catch(null),
  code: z.string().nullish().catch(null),
  status: z.string().nullish().catch(null),
  message: z.string().nullish().catch(null),
});
const errorSchema = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string() })), detailSchema]),
});

export const dialect: ErrorDialect = {
  read(body) {
    const detail = errorSchema.safeParse(body).data?.detail;
    if (detail === undefined) return { words: [] };
    if (typeof detail === "string") return { words: [], reason: detail };
    if (Array.isArray(detail)) {
      return { words: [], reason: detail.map(({ msg }) => msg).join("; ") };
    }
    const { type, code, status, message } = detail;
    return {
      words: [code, status, type].flatMap((word) => word ?? []),
      reason: message ?? undefined,
    };
  },
  rules: [
    // The account's plan lacks the requested voice or format. The caller can choose another one.
    {
      status: [400, 401, 402, 403],
      words: ["paid_plan_required", "output_format_not_allowed"],
      code: "provider_rejected",
    },
    {
      status: [400, 403],
      words: ["content_against_policy", /may violate our terms/i],
      code: "content_refused",
    },
    {
      status: [401, 402, 403, 429],
      words: ["quota_exceeded", "insufficient_credits", "payment_issue", "payment_required"],
      code: "provider_balance_empty",
    },
    { status: [400, 404], words: ["model_not_found"], code: "model_not_available" },
    { status: 429, words: ["system_busy"], code: "provider_overloaded" },
  ],
};

export const client = createClient(provider, dialect);

export function fileParts(
  name: string,
  inputs: readonly AdapterInput[],
  bytesMax: number,
): readonly FormPart[] {
  return inputs.map((input) => {
    checkBytes(input, bytesMax);
    return { name, fileName: `${input.kind}.${extensionOf(input.contentType)}`, file: input };
  });
}

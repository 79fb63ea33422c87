import { z } from "zod";

import type { ProviderAdapter } from "#activities/providers/adapter.ts";
import { addressOnly } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { base64Schema } from "#activities/providers/large-base64.ts";
import { fillInputs, mapForProvider } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import { base64File, succeeded } from "#activities/providers/result-file.ts";
import provider from "#catalog/providers/together.ts";

/**
 * Adapter of Together AI (OpenAPI of togethercomputer/openapi@090263a, 2026-04, and the vendor's pages of 2026-10).
 * The response contains the images, so there is no polling, cancellation or lookup. Images of an edit are public URLs.
 *
 * - The cost of a request is not reported.
 * - Videos are not offered: the price list has neither length nor resolution for most of them.
 * - Not verified: the code and the text of a refused prompt, and the range of sizes of each model.
 */
const errorSchema = z.object({
  error: z.object({
    message: z.string(),
    type: z.string().nullish().catch(null),
    code: z.string().nullish().catch(null),
  }),
});

const dialect: ErrorDialect = {
  read(body) {
    const { message, type, code } = errorSchema.safeParse(body).data?.error ?? {};
    return { words: [type, code].filter((word) => word != null), reason: message };
  },
  rules: [
    {
      words: [/credit limit exceeded|insufficient (?:credits|balance)/i],
      code: "provider_balance_empty",
    },
    { status: [400, 403, 422], words: [/nsfw|moderation|safety/i], code: "content_refused" },
    { words: ["model_not_available"], code: "model_not_available" },
  ],
};

const client = createClient(provider, dialect);

const imagesSchema = z.object({ data: z.array(z.object({ b64_json: base64Schema })).min(1) });

export const together: ProviderAdapter = {
  async submit(request, call) {
    const values = await fillInputs(request, mapForProvider(request), async (input) =>
      addressOnly(input, request),
    );
    const { data, answer } = await client.json("POST", "/images/generations", {
      call,
      paid: true,
      body: { model: request.upstreamModel, ...values, response_format: "base64" },
      hasBase64: true,
      schema: imagesSchema,
    });
    const contentType = values["output_format"] === "png" ? "image/png" : "image/jpeg";
    const files = await Promise.all(
      data.data.map(async ({ b64_json: image }) =>
        base64File(image, { family: "image", contentType, paid: true }),
      ),
    );
    return succeeded({ files }, answer.requestId);
  },

  async checkHealth(call) {
    await client.nothing("GET", "/models", { call, paid: false });
  },
};

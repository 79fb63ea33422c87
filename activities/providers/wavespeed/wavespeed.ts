import { z } from "zod";

import type {
  AdapterRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
} from "#activities/providers/adapter.ts";
import { addressOnly } from "#activities/providers/encode-input.ts";
import { codedSchema, type ErrorDialect } from "#activities/providers/error-dialect.ts";
import { unreadable } from "#activities/providers/http.ts";
import { fillInputs, mapForProvider } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import provider from "#catalog/providers/wavespeed.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Adapter of WaveSpeed (official client wavespeed 0.3.2; wavespeed.ai/docs, copies of 2025-10 and later). A request creates a
 * prediction, which is polled. Each response is `{ code, message, data }`. There is no idempotency key, no list and no cancellation;
 * the official client never repeats a submission either. Webhooks have a signature of the vendor's own and are not requested.
 *
 * The prices of the rows are of 2025. So each paid request is preceded by a free question for the price of exactly this request: nothing
 * is sent when it is higher than the row's, and the answer is the reported cost.
 *
 * - Input images are public URLs. The uploads of the official client are not used.
 * - Not verified: the texts of an empty account and of a refused prompt.
 */
const successCode = 200;

const refused = /nsfw|sensitive|moderation|content policy/i;

const dialect: ErrorDialect = {
  read(body) {
    const { code = successCode, message } = codedSchema.safeParse(body).data ?? {};
    return code === successCode
      ? { words: [] }
      : { status: code, words: [], reason: message ?? undefined };
  },
  rules: [
    {
      words: [/insufficient (?:credits?|balance)|top up/i],
      status: [400, 402, 403],
      code: "provider_balance_empty",
    },
    { words: [refused], status: [400, 403, 422], code: "content_refused" },
    { words: [/model not found/i], status: [400, 404], code: "model_not_available" },
  ],
};

const client = createClient(provider, dialect);

const acceptedSchema = z.object({ data: z.object({ id: z.string().min(1) }) });
const priceSchema = z.object({
  data: z.object({ unit_price: z.number().nonnegative(), currency: z.literal("USD") }),
});
const handleSchema = z.object({ id: z.string(), contentType: z.string() });

const predictionSchema = z.object({
  data: z.object({
    status: z.string(),
    outputs: z.array(z.url()).nullish().catch(null),
    has_nsfw_contents: z.array(z.boolean()).nullish().catch(null),
    error: z.string().nullish().catch(null),
  }),
});
type Prediction = z.output<typeof predictionSchema>["data"];

type Values = Readonly<Record<string, unknown>>;

export const wavespeed: ProviderAdapter = {
  async submit(request, call) {
    const values = await fillInputs(request, mapForProvider(request), async (input) =>
      addressOnly(input, request),
    );
    const costUsd = await checkPrice(request, values, call);
    const { data } = await client.json("POST", `/${request.upstreamModel}`, {
      call,
      paid: true,
      body: values,
      schema: acceptedSchema,
    });
    const { id } = data.data;
    return {
      state: "accepted",
      handle: { id, contentType: contentTypeOf(values) },
      providerRequestId: id,
      costUsd,
    };
  },

  async poll(handle, call) {
    const { id, contentType } = handleSchema.parse(handle);
    const { data } = await client.json("GET", `/predictions/${encodeURIComponent(id)}/result`, {
      call,
      paid: false,
      schema: predictionSchema,
    });
    return toPollResult(data.data, contentType);
  },

  async checkHealth(call) {
    const [model] = provider.models;
    await askPrice(String(model?.upstreamModel), { prompt: "a red apple" }, call);
  },
};

function contentTypeOf({ output_format: format }: Values): string {
  return typeof format === "string" ? `image/${format}` : "image/jpeg";
}

async function askPrice(model: string, inputs: Values, call: ProviderCall): Promise<number> {
  const { data } = await client.json("POST", "/model/pricing", {
    call,
    paid: false,
    body: { model_id: model, inputs },
    schema: priceSchema,
  });
  return data.data.unit_price;
}

/** Throws `model_not_available` when the platform would pay more than the customer. An organization pays for the key that it provides. */
async function checkPrice(
  { modelId, upstreamModel }: AdapterRequest,
  values: Values,
  call: ProviderCall,
): Promise<number> {
  const usd = await askPrice(upstreamModel, values, call);
  const sold = provider.models.find(({ id }) => id === modelId)?.pricing.typicalUsd ?? 0;
  if (usd <= sold || call.isOrganizationKey === true) return usd;
  throw new AppError("model_not_available", {
    details: { reason: "the provider's price has risen above the price of the catalog" },
  });
}

function toPollResult(prediction: Prediction, contentType: string): PollResult {
  const { status, outputs, has_nsfw_contents: marks, error } = prediction;
  switch (status) {
    case "completed": {
      const allowed = (outputs ?? []).filter((_, ordinal) => marks?.[ordinal] !== true);
      if (allowed.length > 0) {
        const files = allowed.map((url) => ({ source: { url }, contentType }));
        return { state: "succeeded", result: { files } };
      }
      if (marks?.includes(true) !== true) throw unreadable(false, "a result without an address");
      throw new AppError("content_refused", { details: { reason: "the result was moderated" } });
    }
    case "cancelled":
      return { state: "canceled" };
    case "failed":
    case "timeout":
    case "deleted": {
      const reason = error == null || error === "" ? status : error;
      throw new AppError(refused.test(reason) ? "content_refused" : "provider_failed", {
        details: { reason },
      });
    }
    default:
      // "created", "processing" and unknown values.
      return { state: "running" };
  }
}

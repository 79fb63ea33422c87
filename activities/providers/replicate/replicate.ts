import { z } from "zod";

import type {
  AdapterFile,
  AdapterRequest,
  PollResult,
  ProviderAdapter,
} from "#activities/providers/adapter.ts";
import { addressOrData } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { unreadable } from "#activities/providers/http.ts";
import { fillInputs, mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import provider from "#catalog/providers/replicate.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Adapter of Replicate (its OpenAPI document of 2026-04, official client 1.4.0, vendor pages of 2026). A request creates a
 * prediction of an official model, which is polled and can be canceled. Webhooks follow Standard Webhooks with one secret for each
 * account, and name the prediction of a lost response. There is no idempotency key. The data of a prediction are deleted
 * after an hour.
 *
 * - An input is a public URL, or a data URL of up to 256 kB by the vendor's advice.
 * - Images that the model's filter withholds are missing from the output; a prediction without any image failed.
 * - Not verified: the body of an error other than `detail`, `title` and `status`, and whether a failed prediction is billed.
 */
const dataBytesMax = 256_000;

const errorSchema = z.object({
  detail: z.string().nullish().catch(null),
  title: z.string().nullish().catch(null),
});

const dialect: ErrorDialect = {
  read(body) {
    const { detail, title } = errorSchema.safeParse(body).data ?? {};
    return { words: [], reason: detail ?? title ?? undefined };
  },
  rules: [{ status: 404, words: [/model/i], code: "model_not_available" }],
};

const client = createClient(provider, dialect);

const acceptedSchema = z.object({ id: z.string().min(1) });
const handleSchema = z.object({ id: z.string(), contentType: z.string() });

const predictionSchema = z.object({
  status: z.string(),
  output: z
    .union([z.url().transform((url) => [url]), z.array(z.url())])
    .nullish()
    .catch(null),
  error: z.string().nullish().catch(null),
  data_removed: z.boolean().nullish().catch(null),
});
type Prediction = z.output<typeof predictionSchema>;

export const replicate: ProviderAdapter = {
  async submit(request, call) {
    const values = await fillInputs(request, mapForProvider(request), async (input) =>
      addressOrData(input, request, dataBytesMax),
    );
    const { data, answer } = await client.json(
      "POST",
      `/models/${request.upstreamModel}/predictions`,
      {
        call,
        paid: true,
        body: { ...toBody(values), ...webhookOf(request) },
        schema: acceptedSchema,
      },
    );
    return {
      state: "accepted",
      handle: { id: data.id, contentType: contentTypeOf(values) },
      providerRequestId: answer.requestId ?? data.id,
    };
  },

  async poll(handle, call) {
    const { id, contentType } = handleSchema.parse(handle);
    const { data } = await client.json("GET", predictionPath(id), {
      call,
      paid: false,
      schema: predictionSchema,
    });
    return toPollResult(data, contentType);
  },

  async cancel(handle, call) {
    const { id } = handleSchema.parse(handle);
    await client.nothing("POST", `${predictionPath(id)}/cancel`, { call, paid: false });
  },

  async recover(id, request) {
    return { id, contentType: contentTypeOf(mapForProvider(request).values) };
  },

  async checkHealth(call) {
    await client.nothing("GET", "/account", { call, paid: false });
  },
};

function predictionPath(id: string): string {
  return `/predictions/${encodeURIComponent(id)}`;
}

function webhookOf({ callback }: AdapterRequest): object {
  if (callback === undefined) return {};
  return { webhook: callback.url, webhook_events_filter: ["completed"] };
}

const contentTypes: Readonly<Record<string, string>> = {
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
};

function contentTypeOf(values: Readonly<Record<string, unknown>>): string {
  const format = values["input.output_format"];
  return (typeof format === "string" ? contentTypes[format] : undefined) ?? "image/webp";
}

function toPollResult(prediction: Prediction, contentType: string): PollResult {
  const { status, output, error, data_removed: isRemoved } = prediction;
  switch (status) {
    case "succeeded": {
      if (isRemoved === true) throw new AppError("provider_result_expired");
      const files = (output ?? []).map((url): AdapterFile => ({ source: { url }, contentType }));
      if (files.length === 0) throw unreadable(false, "a result without an address");
      return { state: "succeeded", result: { files } };
    }
    case "canceled":
    case "aborted":
      return { state: "canceled" };
    case "failed": {
      const reason = error ?? status;
      throw new AppError(/nsfw|sensitive/i.test(reason) ? "content_refused" : "provider_failed", {
        details: { reason },
      });
    }
    default:
      // "starting", "processing" and unknown values.
      return { state: "running" };
  }
}

import { z } from "zod";

import type {
  AdapterRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { addressOrData, checkBytes } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { readJson, unreadable } from "#activities/providers/http.ts";
import { base64Schema } from "#activities/providers/large-base64.ts";
import { fillInputs, mapForProvider } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import { base64File, succeeded } from "#activities/providers/result-file.ts";
import provider from "#catalog/providers/xai.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Adapter of xAI (gRPC schema of xai-org/xai-proto, whose messages its HTTP API has as JSON; docs.x.ai, 2026-09). Images are in
 * the response, a video is polled. There is no cancellation, no idempotency key, no list and no webhook.
 *
 * An input is a public URL or a data URL. Moderated results are charged: an image without content, a video without URL, each with
 * `respect_moderation: false`. A running video is a 202, sometimes without a body.
 *
 * - Not verified: the texts of an empty account, of a wrong key (a 400) and of a refused prompt, which are from clients of others.
 */
const imageBytesMax = 10 * 1024 * 1024;

const errorSchema = z.union([
  z.object({ error: z.object({ message: z.string(), code: z.string().nullish().catch(null) }) }),
  z.object({ code: z.string(), error: z.string() }),
]);

const moderated = /moderation|content policy|usage guidelines/i;

const dialect: ErrorDialect = {
  read(body) {
    const said = errorSchema.safeParse(body).data;
    if (said === undefined) return { words: [] };
    if ("code" in said) return { words: [said.code], reason: said.error };
    return { words: said.error.code == null ? [] : [said.error.code], reason: said.error.message };
  },
  rules: [
    { status: 400, words: [/incorrect api key/i], code: "provider_credential_invalid" },
    {
      status: [403, 429],
      words: [/used all available credits|monthly spending limit|have any credits/i],
      code: "provider_balance_empty",
    },
    { status: [400, 403, 422], words: [moderated], code: "content_refused" },
    { status: 404, words: [/model .+ does not exist/i], code: "model_not_available" },
  ],
};

const client = createClient(provider, dialect);

/** The cost of a request, in 10^-10 dollars. */
const usageSchema = z.object({ cost_in_usd_ticks: z.number().nonnegative() }).nullish().catch(null);
type Usage = z.output<typeof usageSchema>;

function costOf(usage: Usage): { costUsd?: number } {
  return usage == null ? {} : { costUsd: usage.cost_in_usd_ticks / 1e10 };
}

const imagesSchema = z.object({
  data: z
    .array(
      z.object({
        b64_json: base64Schema.nullish(),
        respect_moderation: z.boolean().nullish().catch(null),
      }),
    )
    .min(1),
  usage: usageSchema,
});

const acceptedSchema = z.object({ request_id: z.string().min(1) });
const handleSchema = z.object({ id: z.string() });

const videoSchema = z.object({
  status: z.string(),
  progress: z.number().min(0).max(100).nullish().catch(null),
  video: z
    .object({ url: z.string().nullish(), respect_moderation: z.boolean().nullish().catch(null) })
    .nullish(),
  usage: usageSchema,
  error: z
    .object({ message: z.string().nullish(), code: z.string().nullish() })
    .nullish()
    .catch(null),
});
type Video = z.output<typeof videoSchema>;

export const xai: ProviderAdapter = {
  async submit(request, call) {
    const body = { model: request.upstreamModel, ...(await valuesOf(request)) };
    if (request.contentType === "image") return draw(body, call);
    const { data } = await client.json("POST", "/videos/generations", {
      call,
      paid: true,
      body,
      schema: acceptedSchema,
    });
    return {
      state: "accepted",
      handle: { id: data.request_id },
      providerRequestId: data.request_id,
    };
  },

  async poll(handle, call) {
    const { id } = handleSchema.parse(handle);
    const request = { call, paid: false, schema: videoSchema };
    const answer = await client.answer("GET", `/videos/${encodeURIComponent(id)}`, request);
    if (answer.status === 202 && answer.bytes.byteLength === 0) return { state: "running" };
    return toPollResult(await readJson(answer, request));
  },

  async checkHealth(call) {
    await client.nothing("GET", "/models", { call, paid: false });
  },
};

async function valuesOf(request: AdapterRequest): Promise<Record<string, unknown>> {
  const filled = await fillInputs(request, mapForProvider(request), async (input, { name }) => {
    checkBytes(input, imageBytesMax);
    const url = await addressOrData(input, request, imageBytesMax);
    return name === "images" ? { url, type: "image_url" } : { url };
  });
  const { images, ...values } = filled;
  if (!Array.isArray(images)) return values;
  // A single image has a separate field.
  return images.length === 1 ? { ...values, image: images[0] } : filled;
}

async function draw(
  body: Readonly<Record<string, unknown>>,
  call: ProviderCall,
): Promise<SubmitResult> {
  const isEdit = body["image"] !== undefined || body["images"] !== undefined;
  const path = isEdit ? "/images/edits" : "/images/generations";
  const { data, answer } = await client.json("POST", path, {
    call,
    paid: true,
    body: { ...body, response_format: "b64_json" },
    hasBase64: true,
    schema: imagesSchema,
  });
  const allowed = data.data.filter((image) => image.respect_moderation !== false);
  if (allowed.length === 0) throw moderatedResult();
  const files = await Promise.all(
    allowed.map(async ({ b64_json: image }) => {
      if (image == null) throw unreadable(true, "an image without content");
      return base64File(image, { family: "image", contentType: "image/jpeg", paid: true });
    }),
  );
  return succeeded({ files, ...costOf(data.usage) }, answer.requestId);
}

function moderatedResult(): AppError {
  return new AppError("content_refused", { details: { reason: "the result was moderated" } });
}

function toPollResult({ status, video, usage, progress, error }: Video): PollResult {
  switch (status) {
    case "done": {
      if (video?.respect_moderation === false) throw moderatedResult();
      const url = URL.parse(video?.url ?? "")?.href;
      if (url === undefined) throw unreadable(false, "a result without an address");
      return {
        state: "succeeded",
        result: { files: [{ source: { url }, contentType: "video/mp4" }], ...costOf(usage) },
      };
    }
    case "failed":
    case "expired": {
      const reason = error?.message ?? error?.code ?? status;
      throw new AppError(moderated.test(reason) ? "content_refused" : "provider_failed", {
        details: { reason },
      });
    }
    default:
      // "pending" and unknown values.
      return { state: "running", ...(progress == null ? {} : { fraction: progress / 100 }) };
  }
}

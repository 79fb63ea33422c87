import { buffer } from "node:stream/consumers";

import { z } from "zod";

import type {
  AdapterInput,
  AdapterRequest,
  AdapterResult,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { toBlackMask } from "#activities/providers/alpha-mask.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { unreadable } from "#activities/providers/http.ts";
import { inputsAt, mapForProvider, toFormParts } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import { type FormPart, toFile } from "#activities/providers/request-body.ts";
import { succeeded } from "#activities/providers/result-file.ts";
import provider from "#catalog/providers/ideogram.ts";
import { AppError } from "#domain/errors.ts";
import { extensionOf } from "#storage/media-type.ts";

/**
 * Adapter of Ideogram (OpenAPI of 2026-06, reference of 2026-11). Requests are forms. 4.0 runs in the
 * background: the response contains an id to poll, which the signed webhook contains as well, so a lost
 * response can be recovered when the engine has a URL with TLS for it. The response of every other model
 * contains the URLs of the results, which expire after a day; there is no polling, cancellation or lookup, so
 * a lost response stays lost. An unsafe result has no URL, even when others of the same request have one.
 *
 * The reference decides where it differs from the OpenAPI: 4.0 takes `text_prompt` or `json_prompt`, no
 * `prompt` and no `seed`. Masks mark their area in black. `image_urls` of the edit accepts only Ideogram's
 * URLs, so images are always sent as files. Not verified: the bodies of errors other than 422, whether an
 * unsafe result is billed, and what the status is of a request in the background whose prompt is refused late
 * ("failed" says no reason).
 */
const imageBytesMax = 10_000_000;

const backgroundPath = "/v1/ideogram-v4/async/generate";

/** Routes whose response contains the result. */
const paths: Readonly<Record<string, string>> = {
  "ideogram-v3": "/v1/ideogram-v3/generate",
  "ideogram-v3-inpaint": "/v1/ideogram-v3/inpaint",
  "ideogram-edit": "/v1/edit",
};

const errorSchema = z.object({
  error: z.string().nullish(),
  message: z.string().nullish(),
  detail: z.string().nullish(),
});

const dialect: ErrorDialect = {
  read(body) {
    const { error, message, detail } = errorSchema.safeParse(body).data ?? {};
    return { words: [], reason: error ?? message ?? detail ?? undefined };
  },
  // The only documented cause of a 422.
  rules: [{ status: 422, code: "content_refused" }],
};

const client = createClient(provider, dialect);

const imagesSchema = z.object({
  data: z.array(
    z.object({
      url: z.string().nullish(),
      is_image_safe: z.boolean().nullish(),
      seed: z.int().nullish().catch(null),
    }),
  ),
});

const acceptedSchema = z.object({ generation_id: z.string().min(1) });
const handleSchema = z.object({ id: z.string() });
const generationSchema = z.object({
  status: z.string(),
  data: imagesSchema.shape.data.nullish(),
});

export const ideogram: ProviderAdapter = {
  async submit(request, call) {
    const form = await toForm(request);
    if (request.upstreamModel === "ideogram-v4") return draw(request, call, form);
    const path = paths[request.upstreamModel];
    if (path === undefined) throw new AppError("model_not_available");
    const { data, answer } = await client.json("POST", path, {
      call,
      paid: true,
      form,
      schema: imagesSchema,
    });
    return succeeded(toResult(data.data, true), answer.requestId);
  },

  async poll(handle, call) {
    const { id } = handleSchema.parse(handle);
    const { data: generation } = await client.json(
      "GET",
      `/v1/generations/${encodeURIComponent(id)}`,
      { call, paid: false, schema: generationSchema },
    );
    switch (generation.status) {
      case "completed":
        return { state: "succeeded", result: toResult(generation.data ?? [], false) };
      case "failed":
        throw new AppError("provider_failed", { details: { reason: generation.status } });
      default:
        // "pending" and unknown values: only "completed" is a result.
        return { state: "running" };
    }
  },

  sendsWord: (request) => "webhook_url" in webhookOf(request),

  async recover(id) {
    return { id };
  },

  async checkHealth(call) {
    await client.nothing("GET", "/models", { call, paid: false, query: { scope: "owned" } });
  },
};

async function draw(
  request: AdapterRequest,
  call: ProviderCall,
  form: readonly FormPart[],
): Promise<SubmitResult> {
  const { data } = await client.json("POST", backgroundPath, {
    call,
    paid: true,
    query: webhookOf(request),
    form,
    schema: acceptedSchema,
  });
  const id = data.generation_id;
  return { state: "accepted", handle: { id }, providerRequestId: id };
}

/** Empty unless the callback URL uses TLS, which Ideogram's webhooks require. */
function webhookOf({ upstreamModel, callback }: AdapterRequest): Record<string, string> {
  const url = callback?.url;
  if (upstreamModel !== "ideogram-v4" || url?.startsWith("https://") !== true) return {};
  return { webhook_url: url };
}

async function toForm(request: AdapterRequest): Promise<FormPart[]> {
  const { values, inputs } = mapForProvider(request);
  if (inputs["mask"] === undefined && request.parameterSchema.required?.includes("mask") === true) {
    throw new AppError("input_missing", { details: { missing: ["mask"] } });
  }
  const { text_prompt: text, ...others } = values;
  const isWorded = text !== undefined && others["json_prompt"] === undefined;
  const parts = toFormParts({ ...(isWorded ? { text_prompt: text } : {}), ...others });
  for (const [name, ordinals] of Object.entries(inputs)) {
    for (const input of inputsAt(request, ordinals)) parts.push(await toFilePart(name, input));
  }
  return parts;
}

async function toFilePart(name: string, input: AdapterInput): Promise<FormPart> {
  checkBytes(input, imageBytesMax);
  if (input.kind !== "mask") {
    return { name, fileName: `${name}.${extensionOf(input.contentType)}`, file: input };
  }
  const png = await toBlackMask(await buffer(input.open()));
  return { name, fileName: "mask.png", file: toFile("image/png", png) };
}

/** Returns the safe results. Throws `content_refused` when every result is unsafe. */
function toResult(data: z.output<typeof imagesSchema>["data"], paid: boolean): AdapterResult {
  const shown = data.flatMap(({ url, is_image_safe: isSafe, seed }) =>
    url && isSafe !== false ? [{ url, seed }] : [],
  );
  const [first] = shown;
  if (first === undefined) {
    const isRefused =
      data.length > 0 && data.every(({ is_image_safe: isSafe }) => isSafe === false);
    if (!isRefused) throw unreadable(paid, "an answer without a result");
    throw new AppError("content_refused", { details: { reason: "the result is not safe" } });
  }
  if (!shown.every(({ url }) => URL.parse(url) !== null)) {
    throw unreadable(paid, "a result without an address");
  }
  return {
    files: shown.map(({ url }) => ({ source: { url }, contentType: "image/png" })),
    ...(first.seed == null ? {} : { seed: first.seed }),
  };
}

import { z } from "zod";

import type {
  AdapterFile,
  AdapterRequest,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { addressOrData } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { fillInputs, mapForProvider } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import { succeeded } from "#activities/providers/result-file.ts";
import provider from "#catalog/providers/recraft.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Adapter of Recraft (OpenAPI of 2026-08, guide of 2026-09). Each response contains the URLs of the results,
 * which last a day. There is no polling, cancellation or lookup, so a lost response stays lost. The models of
 * the V4 family take neither styles nor a negative prompt. Vector models return SVG; `image_format` applies
 * to raster images only, with WebP as the default.
 *
 * Errors are plain text, or `{ code, message }` of which no list is published: `not_enough_credits` and
 * `rate_limit_exceeded` are known from others' clients, the codes for moderation are not verified.
 */
const imageBytesMax = 10_000_000;

const errorSchema = z.object({ code: z.string().nullish(), message: z.string().nullish() });

const dialect: ErrorDialect = {
  read(body) {
    if (typeof body === "string") return { words: [], reason: body };
    const { code, message } = errorSchema.safeParse(body).data ?? {};
    return { words: code == null ? [] : [code], reason: message ?? code ?? undefined };
  },
  rules: [
    { words: ["not_enough_credits"], code: "provider_balance_empty" },
    {
      status: [400, 403, 422],
      words: [/moderat|nsfw|safety|prohibited/i],
      code: "content_refused",
    },
  ],
};

const client = createClient(provider, dialect);

const imageSchema = z.object({ url: z.url() });
/** API units of the request, of which a dollar has a thousand (recraft.ai/docs/api-reference, 2026-08). */
const credits = z.number().nonnegative().nullish().catch(null);
const unitUsd = 0.001;
const drawnSchema = z.object({ data: z.array(imageSchema).min(1), credits });
const processedSchema = z.object({ image: imageSchema, credits });

export const recraft: ProviderAdapter = {
  submit,

  async checkHealth(call) {
    await client.nothing("GET", "/v1/users/me", { call, paid: false });
  },
};

async function submit(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const values = await fillInputs(request, mapForProvider(request), async (input) =>
    addressOrData(input, request, imageBytesMax),
  );
  const path = pathOf(request);
  const { image_format: format = "png", ...rest } = values;
  const isDrawing = request.upstreamModel.endsWith("_vector");
  const contentType = isDrawing ? "image/svg+xml" : `image/${String(format)}`;
  const fields = {
    ...rest,
    ...(isDrawing ? {} : { image_format: format }),
    response_format: "url",
  };
  if (path !== drawingPath) {
    const { data, answer } = await client.json("POST", path, {
      call,
      paid: true,
      body: fields,
      schema: processedSchema,
    });
    const files = [toFile(data.image, contentType)];
    return succeeded({ files, ...costOf(data.credits) }, answer.requestId);
  }
  const { data, answer } = await client.json("POST", drawingPath, {
    call,
    paid: true,
    body: { model: request.upstreamModel, ...fields },
    schema: drawnSchema,
  });
  const files = data.data.map((image) => toFile(image, contentType));
  return succeeded({ files, ...costOf(data.credits) }, answer.requestId);
}

/** Draws images from text; the other paths process one image. */
const drawingPath = "/v1/images/generations";

function pathOf({ modelId }: AdapterRequest): string {
  const [endpoint] = provider.models.find(({ id }) => id === modelId)?.endpoints ?? [];
  if (endpoint === undefined) throw new AppError("model_not_available");
  return endpoint.replace("POST ", "");
}

function costOf(units: z.output<typeof credits>): { costUsd?: number } {
  return units == null ? {} : { costUsd: units * unitUsd };
}

function toFile({ url }: z.output<typeof imageSchema>, contentType: string): AdapterFile {
  return { source: { url }, contentType };
}

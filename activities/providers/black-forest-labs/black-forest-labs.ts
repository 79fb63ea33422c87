import { z } from "zod";

import type {
  AdapterRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
} from "#activities/providers/adapter.ts";
import { base64Of } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { isOwnAddress, ownAddress, unreadable } from "#activities/providers/http.ts";
import {
  fillInputs,
  mapForProvider,
  toBody,
  type EncodeInput,
} from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import provider from "#catalog/providers/black-forest-labs.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Adapter of Black Forest Labs (docs.bfl.ai, OpenAPI of 2026-05). A request returns an id and a polling URL
 * in the region that runs it; polling another region finds nothing. Results can be fetched for ten minutes,
 * and another poll returns a fresh URL. There is no idempotency key, no list and no cancellation. Images are
 * sent as a URL or as bare base64.
 *
 * The response to a request with a webhook has no polling URL (`AsyncWebhookResponse`); then only a regional
 * host finds the request by its id. So a webhook is requested at regional hosts only
 * (`BLACK_FOREST_LABS_BASE_URL`). That the webhook carries the id of the task is from the vendor's examples.
 */
const globalHost = "api.bfl.ai";
const hosts = ["bfl.ai"];
const inputBytesMax = 20 * 1024 * 1024;

const acceptedSchema = z.object({ id: z.string().min(1), polling_url: z.string().nullish() });

const taskSchema = z.object({
  status: z.string(),
  progress: z.number().min(0).max(1).nullish().catch(null),
  result: z
    .object({ sample: z.url(), seed: z.number().nullish().catch(null) })
    .nullish()
    .catch(null),
});
type Task = z.output<typeof taskSchema>;

const handleSchema = z.object({
  id: z.string(),
  pollingUrl: z.string().optional(),
  contentType: z.string(),
});

const errorSchema = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string() }))]).optional(),
  error: z.string().optional(),
  message: z.string().optional(),
});

const dialect: ErrorDialect = {
  read(body) {
    const { detail, error, message } = errorSchema.safeParse(body).data ?? {};
    const said = Array.isArray(detail) ? detail.map(({ msg }) => msg).join("; ") : detail;
    return { words: error === undefined ? [] : [error], reason: said ?? message ?? error };
  },
  rules: [{ status: [400, 403, 422], words: [/moderat/i], code: "content_refused" }],
};

const client = createClient(provider, dialect);

export const blackForestLabs: ProviderAdapter = {
  async submit(request, call) {
    const values = await fillInputs(request, mapForProvider(request), encoderFor(request));
    const { data } = await client.json("POST", `/v1/${request.upstreamModel}`, {
      call,
      paid: true,
      body: { ...toBody(values), ...webhookOf(request, call) },
      schema: acceptedSchema,
    });
    const { id, polling_url: pollingUrl } = data;
    return {
      state: "accepted",
      handle: {
        id,
        contentType: contentTypeOf(request, values),
        // The key must not be sent to a foreign URL. The id finds the task as well.
        ...(pollingUrl != null && isOwnAddress(pollingUrl, { call, hosts }) ? { pollingUrl } : {}),
      },
      providerRequestId: id,
    };
  },

  async poll(handle, call) {
    const { id, pollingUrl, contentType } = handleSchema.parse(handle);
    const place =
      pollingUrl === undefined ? "/v1/get_result" : ownAddress(pollingUrl, { call, hosts });
    const { data } = await client.json("GET", place, {
      call,
      paid: false,
      ...(pollingUrl === undefined ? { query: { id } } : {}),
      schema: taskSchema,
    });
    return toPollResult(data, contentType);
  },

  sendsWord: (_request, call) => isRegional(call),

  async recover(id, request) {
    return { id, contentType: contentTypeOf(request, mapForProvider(request).values) };
  },

  async checkHealth(call) {
    await client.nothing("GET", "/v1/credits", { call, paid: false });
  },
};

function isRegional({ baseUrl }: ProviderCall): boolean {
  return new URL(baseUrl).host !== globalHost;
}

/** Spread after the values, so that parameters cannot override the webhook URL. */
function webhookOf({ callback }: AdapterRequest, call: ProviderCall): object {
  if (callback === undefined || !isRegional(call)) return {};
  return { webhook_url: callback.url, webhook_secret: callback.secret };
}

function encoderFor(request: AdapterRequest): EncodeInput {
  return async (input, { parameter }) => {
    const file = request.inputsAreReachable ? input.url : base64Of(input, inputBytesMax);
    return parameter["x-role"] === "keyframes" ? { image: file } : file;
  };
}

function contentTypeOf({ contentType }: AdapterRequest, values: Record<string, unknown>): string {
  if (contentType === "video") return "video/mp4";
  const format = values["output_format"];
  return `image/${typeof format === "string" ? format : "jpeg"}`;
}

function toPollResult({ status, progress, result }: Task, contentType: string): PollResult {
  switch (status) {
    case "Ready":
      if (result == null) throw unreadable(false, "a result without an address");
      return {
        state: "succeeded",
        result: {
          files: [{ source: { url: result.sample }, contentType }],
          ...(result.seed == null ? {} : { seed: result.seed }),
        },
      };
    case "Request Moderated":
    case "Content Moderated":
      throw new AppError("content_refused", { details: { reason: status } });
    case "Error":
    case "Failed":
    case "Task not found":
      throw new AppError("provider_failed", { details: { reason: status } });
    default:
      // "Pending" and unknown values: only "Ready" is a result.
      return { state: "running", ...(progress == null ? {} : { fraction: progress }) };
  }
}

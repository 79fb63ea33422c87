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

/**
 * Adapter of Black Forest Labs (docs.bfl.ai, OpenAPI of 2026-04, FLUX 3 of 2026-10). A request returns an id
 * and a polling URL in the region that runs it; polling another region finds nothing. Results can be fetched
 * for ten minutes, and another poll returns a fresh URL. There is no idempotency key, no list and no
 * cancellation. Files are sent as a URL or as bare base64; FLUX.1 documents base64 only.
 *
 * A failed task is reported with status 200 or 503 (two clients of others, 2026-10), so the body of a poll
 * decides. The response to a request with a webhook has no polling URL (`AsyncWebhookResponse`); then only a
 * regional host finds the request by its id. So a webhook is requested at regional hosts only
 * (`BLACK_FOREST_LABS_BASE_URL`), and not for FLUX 3, whose schema has no such field. That the webhook carries
 * the id of the task is from the vendor's examples.
 */
const globalHost = "api.bfl.ai";
const hosts = ["bfl.ai"];
const inputBytesMax = 20 * 1024 * 1024;
/** Inputs of FLUX.1, described as "Base64-encoded string" without a URL. */
const base64Only: readonly string[] = ["image", "mask", "image_prompt"];

const acceptedSchema = z.object({
  id: z.string().min(1),
  polling_url: z.string().nullish(),
  /** In credits of one cent. */
  cost: z.number().nonnegative().nullish().catch(null),
});
const creditUsd = 0.01;

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
  status: z.string().optional(),
});

const dialect: ErrorDialect = {
  read(body) {
    const { detail, error, message, status } = errorSchema.safeParse(body).data ?? {};
    const said = Array.isArray(detail) ? detail.map(({ msg }) => msg).join("; ") : detail;
    return {
      words: [error, status].filter((word) => word !== undefined),
      reason: said ?? message ?? error ?? status,
    };
  },
  rules: [{ status: [400, 403, 422], words: [/moderat/i], code: "content_refused" }],
};

const client = createClient(provider, dialect);

/** A poll reports a failed task by the status in its body, whatever the HTTP status. */
const polls = createClient(provider, {
  ...dialect,
  rules: [
    { words: ["Request Moderated", "Content Moderated"], code: "content_refused" },
    { words: ["Error", "Failed", "Task not found"], code: "provider_failed" },
    ...dialect.rules,
  ],
});

export const blackForestLabs: ProviderAdapter = {
  async submit(request, call) {
    const values = await fillInputs(request, mapForProvider(request), encoderFor(request));
    const { data } = await client.json("POST", `/v1/${request.upstreamModel}`, {
      call,
      paid: true,
      body: { ...toBody(values), ...webhookOf(request, call) },
      schema: acceptedSchema,
    });
    const { id, polling_url: pollingUrl, cost } = data;
    return {
      state: "accepted",
      handle: {
        id,
        contentType: contentTypeOf(request, values),
        // The key must not be sent to a foreign URL. The id finds the task as well.
        ...(pollingUrl != null && isOwnAddress(pollingUrl, { call, hosts }) ? { pollingUrl } : {}),
      },
      providerRequestId: id,
      ...(cost == null ? {} : { costUsd: cost * creditUsd }),
    };
  },

  async poll(handle, call) {
    const { id, pollingUrl, contentType } = handleSchema.parse(handle);
    const place =
      pollingUrl === undefined ? "/v1/get_result" : ownAddress(pollingUrl, { call, hosts });
    const { data } = await polls.json("GET", place, {
      call,
      paid: false,
      ...(pollingUrl === undefined ? { query: { id } } : {}),
      schema: taskSchema,
    });
    return toPollResult(data, contentType);
  },

  sendsWord: (request, call) => takesWebhook(request, call),

  async recover(id, request) {
    return { id, contentType: contentTypeOf(request, mapForProvider(request).values) };
  },

  async checkHealth(call) {
    await client.nothing("GET", "/v1/credits", { call, paid: false });
  },
};

function takesWebhook({ parameterSchema }: AdapterRequest, { baseUrl }: ProviderCall): boolean {
  const isRegional = new URL(baseUrl).host !== globalHost;
  return isRegional && parameterSchema.properties?.["webhook_url"] !== undefined;
}

/** Spread after the values, so that parameters cannot override the webhook URL. */
function webhookOf(request: AdapterRequest, call: ProviderCall): object {
  const { callback } = request;
  if (callback === undefined || !takesWebhook(request, call)) return {};
  return { webhook_url: callback.url, webhook_secret: callback.secret };
}

function encoderFor({ inputsAreReachable }: AdapterRequest): EncodeInput {
  return async (input, { name }) =>
    inputsAreReachable && !base64Only.includes(name) ? input.url : base64Of(input, inputBytesMax);
}

function contentTypeOf({ contentType }: AdapterRequest, values: Record<string, unknown>): string {
  if (contentType === "video") return "video/mp4";
  const format = values["output_format"];
  return `image/${typeof format === "string" ? format : "jpeg"}`;
}

function toPollResult({ status, progress, result }: Task, contentType: string): PollResult {
  // "Pending" and unknown values are running: only "Ready" is a result.
  if (status !== "Ready") {
    return { state: "running", ...(progress == null ? {} : { fraction: progress }) };
  }
  if (result == null) throw unreadable(false, "a result without an address");
  return {
    state: "succeeded",
    result: {
      files: [{ source: { url: result.sample }, contentType }],
      ...(result.seed == null ? {} : { seed: result.seed }),
    },
  };
}

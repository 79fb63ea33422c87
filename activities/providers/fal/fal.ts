import { z } from "zod";

import type {
  AdapterFile,
  AdapterRequest,
  AdapterResult,
  PollResult,
  ProviderAdapter,
  ProviderCall,
} from "#activities/providers/adapter.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { isOwnAddress, ownAddress, unreadable } from "#activities/providers/http.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import { textFile } from "#activities/providers/result-file.ts";
import provider from "#catalog/providers/fal.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import { generationSecondsMax } from "#domain/jobs/time-limits.ts";

import { falRequest } from "./fal-request.ts";

/**
 * Adapter of fal (types of @fal-ai/client 1.10.1, its documents and its platform's OpenAPI of 2026-08). One
 * queue serves many models. A request returns three URLs, which omit the end of the model's path; they are
 * used as given. The status reports only completion. A failure of fal itself is in its `error_type`; a
 * model's failure is the response to the result URL, with the model's status. There is no idempotency key.
 * The platform lists a day's requests, but without a client reference. A webhook contains the request id, so
 * a request whose response was lost is recovered by the webhook.
 *
 * Not verified by a call: that a request taken from the queue ends as `client_cancelled`; that one transition
 * of Pika may last 25 seconds; that LoRA models without a size draw as large as their input.
 */
const hosts = ["fal.run"];

/**
 * Disables fal's retries (up to ten) and its fallback models: the engine decides about both. A request that
 * has not started by the deadline is dropped. Files are public, and stay so indefinitely without the
 * lifecycle preference.
 */
const submitHeaders = {
  "x-fal-no-retry": "1",
  "x-app-fal-disable-fallback": "1",
  "x-fal-request-timeout": String(generationSecondsMax),
  "x-fal-object-lifecycle-preference": JSON.stringify({
    expiration_duration_seconds: provider.result.expiresAfterSeconds,
  }),
};

const acceptedSchema = z.object({
  request_id: z.string().min(1),
  status_url: z.string().nullish(),
  response_url: z.string().nullish(),
  cancel_url: z.string().nullish(),
});

const handleSchema = z.object({
  requestId: z.string(),
  statusUrl: z.string(),
  responseUrl: z.string(),
  cancelUrl: z.string(),
  contentType: z.string(),
});
type Handle = z.output<typeof handleSchema>;

const statusSchema = z.object({
  status: z.string(),
  error: z.string().nullish().catch("The provider gave no reason."),
  error_type: z.string().nullish().catch(null),
});

const fileSchema = z.object({
  url: z.string().min(1),
  content_type: z.string().nullish().catch(null),
  width: z.int().positive().nullish().catch(null),
  height: z.int().positive().nullish().catch(null),
});

/** Result of a model. Which field is present depends on the model. */
const resultSchema = z.object({
  images: z.array(fileSchema).nullish(),
  image: fileSchema.nullish(),
  video: fileSchema.nullish(),
  model_mesh: fileSchema.nullish(),
  output: z.string().nullish(),
  seed: z.int().nullish().catch(null),
  has_nsfw_concepts: z.array(z.boolean()).nullish().catch(null),
});
type Result = z.output<typeof resultSchema>;

const errorSchema = z.object({
  detail: z
    .union([z.string(), z.array(z.object({ msg: z.string(), type: z.string().optional() }))])
    .optional()
    .catch(undefined),
  error_type: z.string().nullish().catch(null),
});

const dialect: ErrorDialect = {
  read(body) {
    const { detail, error_type: type } = errorSchema.safeParse(body).data ?? {};
    const problems = Array.isArray(detail) ? detail : [];
    return {
      words: [type, ...problems.map((problem) => problem.type)].filter((word) => word != null),
      reason: typeof detail === "string" ? detail : problems.map(({ msg }) => msg).join("; "),
    };
  },
  rules: [
    { status: 403, words: [/locked.*(?:balance|top.?up)/i], code: "provider_balance_empty" },
    { status: 404, words: [/^(?:application|path) /i], code: "model_not_available" },
    { status: [400, 403, 422], words: ["content_policy_violation"], code: "content_refused" },
  ],
};

/** Failures that models report. In the response to a submit, they would leave the outcome unknown. */
const resultDialect: ErrorDialect = {
  ...dialect,
  rules: [
    ...dialect.rules,
    { words: ["generation_timeout"], code: "provider_timeout" },
    { words: ["internal_server_error", /^downstream_service_/], code: "provider_failed" },
  ],
};

/** Failures that fal reports with "COMPLETED". Any other error concerns the poll itself. */
const statusDialect: ErrorDialect = {
  read(body) {
    const { status, error, error_type: type } = statusSchema.safeParse(body).data ?? {};
    if (status !== "COMPLETED" || type == null) return { words: [] };
    return { words: [type], reason: error ?? undefined };
  },
  rules: [
    { words: ["request_timeout", "startup_timeout"], code: "provider_timeout" },
    { words: [/^runner_/, "internal_error"], code: "provider_failed" },
    { words: ["bad_request"], code: "provider_rejected" },
  ],
};
const canceledTypes = ["client_cancelled", "client_disconnected"];

const client = createClient(provider, dialect);

export const fal: ProviderAdapter = {
  async submit(request, call) {
    const { body, contentType } = await falRequest(request);
    const { data } = await client.json("POST", `/${request.upstreamModel}`, {
      call,
      paid: true,
      headers: submitHeaders,
      ...(request.callback === undefined ? {} : { query: { fal_webhook: request.callback.url } }),
      body,
      schema: acceptedSchema,
    });
    return {
      state: "accepted",
      handle: toHandle(data, { request, call, contentType }),
      providerRequestId: data.request_id,
    };
  },

  async poll(handle, call) {
    const { statusUrl, ...rest } = handleSchema.parse(handle);
    const { data } = await client.json("GET", ownAddress(statusUrl, { call, hosts }), {
      call,
      paid: false,
      dialect: statusDialect,
      schema: statusSchema,
    });
    // "IN_QUEUE", "IN_PROGRESS" and unknown values: only "COMPLETED" is final.
    if (data.status !== "COMPLETED") return { state: "running" };
    const { error, error_type: type } = data;
    if (type != null && canceledTypes.includes(type)) return { state: "canceled" };
    return fetchResult(rest, { call, hasFailed: error != null || type != null });
  },

  async cancel(handle, call) {
    const { cancelUrl } = handleSchema.parse(handle);
    try {
      await client.nothing("PUT", ownAddress(cancelUrl, { call, hosts }), { call, paid: false });
    } catch (error) {
      // Finished already or unknown: the next poll shows the outcome.
      if (![400, 404].includes(statusOf(error))) throw error;
    }
  },

  async recover(requestId, request, call) {
    const { contentType } = await falRequest(request);
    return { ...toHandle({ request_id: requestId }, { request, call, contentType }) };
  },

  async checkHealth(call) {
    // The queue accepts requests to public models without a key. Prices require a key, so they verify it.
    const path = "/v1/models/pricing";
    const isCatalogs = call.baseUrl === provider.baseUrl;
    await client.nothing("GET", isCatalogs ? new URL(path, "https://api.fal.ai") : path, {
      call,
      paid: false,
      query: { endpoint_id: "fal-ai/flux-lora" },
    });
  },
};

/** Uses the URLs as given. A URL that is not fal's is replaced by the one that fal's client would use. */
function toHandle(
  { request_id: requestId, ...given }: z.output<typeof acceptedSchema>,
  {
    request,
    call,
    contentType,
  }: { request: AdapterRequest; call: ProviderCall; contentType: string },
): Handle {
  const application = request.upstreamModel.split("/").slice(0, 2).join("/");
  const base = call.baseUrl.replace(/\/+$/, "");
  const usual = `${base}/${application}/requests/${encodeURIComponent(requestId)}`;
  const choose = (address: string | null | undefined, end: string) =>
    address != null && isOwnAddress(address, { call, hosts }) ? address : `${usual}${end}`;
  return {
    requestId,
    statusUrl: choose(given.status_url, "/status"),
    responseUrl: choose(given.response_url, ""),
    cancelUrl: choose(given.cancel_url, "/cancel"),
    contentType,
  };
}

async function fetchResult(
  { responseUrl, contentType }: Pick<Handle, "responseUrl" | "contentType">,
  { call, hasFailed }: { call: ProviderCall; hasFailed: boolean },
): Promise<PollResult> {
  try {
    const { data } = await client.json("GET", ownAddress(responseUrl, { call, hosts }), {
      call,
      paid: false,
      dialect: resultDialect,
      schema: resultSchema,
    });
    return { state: "succeeded", result: toResult(data, contentType) };
  } catch (error) {
    if (statusOf(error) === 499) return { state: "canceled" };
    // A 5xx is the model's failure when the status reported one, otherwise a temporary failure of fal.
    if (!hasFailed || !(error instanceof AppError) || !errorCatalog[error.code].retryable)
      throw error;
    throw new AppError("provider_failed", { details: error.details, cause: error });
  }
}

function toResult(
  { images, image, video, model_mesh: mesh, output, seed, has_nsfw_concepts: unsafe }: Result,
  contentType: string,
): AdapterResult {
  // The safety checker returns 200 with a black image in place of an unsafe one.
  const shown = (images ?? []).filter((_, index) => unsafe?.[index] !== true);
  if (shown.length === 0 && (images ?? []).length > 0) {
    throw new AppError("content_refused", {
      details: { reason: "The safety checker found the result unsafe." },
    });
  }
  const files = [...shown, image, video, mesh].flatMap((file) =>
    file == null ? [] : toFile(file, contentType),
  );
  if (files.length === 0 && output) files.push(textFile(output));
  if (files.length === 0) throw unreadable(false, "a result without files");
  return { files, ...(seed == null ? {} : { seed }) };
}

function toFile(
  { url, content_type: told, width, height }: z.output<typeof fileSchema>,
  contentType: string,
): AdapterFile {
  const family = contentType.split("/")[0] ?? "";
  const isOfFamily = told?.startsWith(`${family}/`) === true;
  return {
    source: { url },
    contentType: isOfFamily ? told : contentType,
    ...(width == null ? {} : { width }),
    ...(height == null ? {} : { height }),
  };
}

function statusOf(error: unknown): number {
  return error instanceof AppError ? Number(error.details["status"]) : Number.NaN;
}

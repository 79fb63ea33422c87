import { z } from "zod";

import type {
  AdapterInput,
  AdapterRequest,
  PollResult,
  ProviderAdapter,
} from "#activities/providers/adapter.ts";
import { base64Of, checkBytes } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { unreadable } from "#activities/providers/http.ts";
import {
  fillInputs,
  inputsAt,
  mapForProvider,
  toBody,
} from "#activities/providers/map-for-provider.ts";
import { checkPaidLength } from "#activities/providers/media-length.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import provider from "#catalog/providers/luma.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { MappedRequest } from "#domain/requests/map-request.ts";

import { readLumaError } from "./luma-dialect.ts";

/**
 * Adapter of Luma's Agents API (types of its SDK luma-agents 0.5.0; docs.agents.lumalabs.ai, read 2026-11).
 * One path creates and polls images and videos. The URLs of a result last an hour, and another poll returns
 * fresh ones. There is no cancellation, no idempotency key, no list and no webhook.
 *
 * Media are sent as a URL or as bare base64, each with its type. Keyframes at given moments are sent instead
 * of a first and a last frame, which exclude keyframes and ten seconds. An edit takes one frame, its first:
 * the positions of others in its video are unknown. It derives its controls from the video unless a strength
 * is given. A generation that failed as `rate_limited` stays failed: the id never leads to a result, and the
 * SDK's types say neither that nothing was made nor that a failure costs nothing, so sending the request again
 * could be a second paid generation. Not verified: whether a failed generation is refunded.
 */
const addressBytesMax = { image: 50_000_000, video: 200_000_000 };
/** Limit for base64 in a body. A larger file would need an upload that is ready minutes later. */
const dataBytesMax = 50_000_000;
const framesPerSecond = 24;

const dialect: ErrorDialect = {
  read: readLumaError,
  rules: [
    // Documented as a failure to fetch an input: nothing was made.
    { status: 503, code: "provider_overloaded" },
  ],
};

const client = createClient(provider, dialect);

const generationSchema = z.object({
  id: z.string().min(1),
  state: z.string(),
  output: z
    .array(z.object({ url: z.url() }))
    .nullish()
    .catch(null),
  failure_code: z.string().nullish().catch(null),
  failure_reason: z.string().nullish().catch(null),
});
type Generation = z.output<typeof generationSchema>;

const acceptedSchema = generationSchema.pick({ id: true });
const handleSchema = z.object({ id: z.string(), contentType: z.string() });

export const luma: ProviderAdapter = {
  async submit(request, call) {
    const values = await valuesOf(request);
    const { data, answer } = await client.json("POST", "/generations", {
      call,
      paid: true,
      body: { model: request.upstreamModel, ...toBody(values) },
      schema: acceptedSchema,
    });
    return {
      state: "accepted",
      handle: { id: data.id, contentType: contentTypeOf(request, values) },
      providerRequestId: answer.requestId ?? data.id,
    };
  },

  async poll(handle, call) {
    const { id, contentType } = handleSchema.parse(handle);
    const { data } = await client.json("GET", `/generations/${encodeURIComponent(id)}`, {
      call,
      paid: false,
      schema: generationSchema,
    });
    return toPollResult(data, contentType);
  },

  async checkHealth(call) {
    await client.nothing("GET", "/files", { call, paid: false, query: { limit: "1" } });
  },
};

async function valuesOf(request: AdapterRequest): Promise<Record<string, unknown>> {
  const mapped = mapForProvider(request);
  const values =
    request.contentType === "image"
      ? { output_format: "png", ...mapped.values }
      : await videoValuesOf(request, mapped);
  return fillInputs(request, { ...mapped, values }, async (input) => toReference(input, request));
}

/** Resolves mutually exclusive fields and places keyframes at their moments. */
async function videoValuesOf(
  request: AdapterRequest,
  { values, inputs }: MappedRequest,
): Promise<MappedRequest["values"]> {
  const [source] = inputsAt(request, inputs["source"] ?? []);
  const seconds = Number.parseInt(String(values["video.duration"]), 10);
  if (source === undefined) {
    const frames = inputs["video.keyframes"]?.length ?? 0;
    return frames === 0
      ? values
      : { ...values, "video.keyframe_indexes": spread(frames, seconds * framesPerSecond) };
  }
  await checkPaidLength(source, request, seconds);
  const { "video.duration": _, ...sent } = values;
  return sent["video.edit.strength"] === undefined
    ? { ...sent, "video.edit.auto_controls": true }
    : sent;
}

/** Spreads frames evenly from the first to the last. A single frame is the first. */
function spread(count: number, last: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    Math.round((index * last) / Math.max(count - 1, 1)),
  );
}

async function toReference(
  input: AdapterInput,
  { inputsAreReachable }: AdapterRequest,
): Promise<object> {
  const { kind, contentType, url } = input;
  if (!inputsAreReachable) {
    return { data: base64Of(input, dataBytesMax), media_type: contentType };
  }
  checkBytes(input, kind === "video" ? addressBytesMax.video : addressBytesMax.image);
  return { url, media_type: contentType };
}

function contentTypeOf(
  { contentType }: AdapterRequest,
  values: Readonly<Record<string, unknown>>,
): string {
  if (contentType === "video") return "video/mp4";
  return values["output_format"] === "jpeg" ? "image/jpeg" : "image/png";
}

const failures: Readonly<Record<string, ErrorCode>> = {
  content_moderated: "content_refused",
  budget_exhausted: "provider_balance_empty",
  image_too_large: "input_too_large",
  unsupported_format: "input_invalid",
  corrupt_input: "input_invalid",
  invalid_request: "provider_rejected",
};

function toPollResult(generation: Generation, contentType: string): PollResult {
  const { state, output, failure_code: failureCode, failure_reason: reason } = generation;
  switch (state) {
    case "completed":
      if (output == null || output.length === 0) {
        throw unreadable(false, "a result without an address");
      }
      return {
        state: "succeeded",
        result: { files: output.map(({ url }) => ({ source: { url }, contentType })) },
      };
    case "failed":
      // Also generation_failed, output_not_found and rate_limited.
      throw new AppError(failures[failureCode ?? ""] ?? "provider_failed", {
        details: { reason: reason ?? failureCode ?? state },
      });
    default:
      // "queued", "processing" and unknown values.
      return { state: "running" };
  }
}

import { z } from "zod";

import type {
  AdapterInput,
  AdapterRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
} from "#activities/providers/adapter.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import { codeByRule, type ErrorDialect } from "#activities/providers/error-dialect.ts";
import { requestNothing, unreadable } from "#activities/providers/http.ts";
import { fillInputs, mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { checkPaidLength } from "#activities/providers/media-length.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import {
  storageAddress,
  storageDialect,
  uploadOnce,
  uploadTimeoutMs,
} from "#activities/providers/upload-storage.ts";
import provider from "#catalog/providers/sync-labs.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { extensionOf } from "#storage/media-type.ts";

/**
 * Adapter of Sync (types of @sync.so/sdk 0.3.0, guides of 2026-09). A request returns an id, which is polled
 * until the generation is done; another poll returns the result's URL again. A second create with the same
 * Idempotency-Key and body returns the first generation. A running generation cannot be canceled, and the
 * list contains no client reference. Inputs are sent as URLs, otherwise through free uploads. The length of
 * the result is billed.
 *
 * Not verified: statuses and bodies of `IDEMPOTENCY_*` (in progress, another body, unknown): all of them
 * leave the outcome of the first request open. The error codes for moderation are not published.
 */
const inputBytesMax = 5_000_000_000;

const acceptedSchema = z.object({ id: z.string().min(1) });

const generationSchema = z.object({
  status: z.string(),
  outputUrl: z.string().nullish(),
  outputDuration: z.number().positive().nullish().catch(null),
  error: z.string().nullish().catch(null),
  errorCode: z.string().nullish().catch(null),
  /** Former name of `errorCode`. */
  error_code: z.string().nullish().catch(null),
});
type Generation = z.output<typeof generationSchema>;

const slotSchema = z.object({ uploadUrl: z.url(), url: z.url() });

const handleSchema = z.object({ id: z.string() });

const errorSchema = z.object({
  message: z.union([z.string(), z.array(z.string())]).nullish(),
  error: z.string().nullish().catch(null),
  errorCode: z.string().nullish().catch(null),
  retryAfterSeconds: z.number().nonnegative().nullish().catch(null),
});

const dialect: ErrorDialect = {
  read(body) {
    const { message, error, errorCode, retryAfterSeconds } = errorSchema.safeParse(body).data ?? {};
    const said = Array.isArray(message) ? message.join("; ") : message;
    return {
      words: [errorCode, error].flatMap((word) => word ?? []),
      reason: said ?? undefined,
      retryAfterSeconds: retryAfterSeconds ?? undefined,
    };
  },
  rules: [
    { words: [/^IDEMPOTENCY_/], code: "provider_outcome_unknown" },
    {
      words: [
        "account_payment_required",
        "account_on_hold",
        "free_tier_generations_exhausted",
        "plan_feature_unavailable",
      ],
      code: "provider_balance_empty",
    },
    { words: ["generation_unsupported_model"], code: "model_not_available" },
  ],
};

/** Failures of an accepted generation, by error code. */
const failures: ErrorDialect = {
  read: () => ({ words: [] }),
  rules: [
    { words: [/moderat|safety|policy|prohibited/i], code: "content_refused" },
    { words: [/^generation_input_/, /duration_exceeded$/], code: "input_invalid" },
  ],
};

const client = createClient(provider, dialect);

export const syncLabs: ProviderAdapter = {
  async submit(request, call) {
    const mapped = mapForProvider(request);
    const { duration, ...values } = mapped.values;
    await checkInputs(request, { seconds: Number(duration), mode: values["options.sync_mode"] });
    const filled = await fillInputs(request, { ...mapped, values }, async (input) => ({
      type: input.kind,
      ...(request.inputsAreReachable
        ? { url: input.url }
        : { assetId: await uploadOnce(input, call, async () => upload(input, call)) }),
    }));
    const { data } = await client.json("POST", "/v2/generate", {
      call,
      paid: true,
      headers: { "idempotency-key": keyOf(call) },
      body: {
        ...toBody(filled),
        ...(request.callback === undefined ? {} : { webhookUrl: request.callback.url }),
      },
      schema: acceptedSchema,
    });
    return { state: "accepted", handle: { id: data.id }, providerRequestId: data.id };
  },

  async poll(handle, call) {
    const { id } = handleSchema.parse(handle);
    const { data } = await client.json("GET", `/v2/generate/${encodeURIComponent(id)}`, {
      call,
      paid: false,
      schema: generationSchema,
    });
    return toPollResult(data);
  },

  async checkHealth(call) {
    await client.nothing("GET", "/v2/generations", {
      call,
      paid: false,
      query: { status: "PENDING" },
    });
  },
};

/** Converts an idempotency key to at most 128 letters, digits and `._~-`. Different keys stay different. */
function keyOf({ idempotencyKey }: ProviderCall): string {
  return idempotencyKey.replaceAll(":", "~");
}

/** Runs every check that needs no provider, because the request is billed. */
async function checkInputs(
  request: AdapterRequest,
  { seconds, mode }: { seconds: number; mode: unknown },
): Promise<void> {
  const { inputs } = request;
  const seen = inputs.find(({ kind }) => kind === "video" || kind === "image");
  const heard = inputs.find(({ kind }) => kind === "audio");
  const missing = [
    ...(seen === undefined ? ["video"] : []),
    ...(heard === undefined ? ["audio"] : []),
  ];
  if (seen === undefined || heard === undefined) {
    throw new AppError("input_missing", { details: { missing } });
  }
  for (const input of inputs) checkBytes(input, inputBytesMax);
  await checkPaidLength(heard, request, seconds);
  // Only this mode keeps the rest of a video that is longer than its recording.
  if (mode === "silence" && seen.kind === "video") await checkPaidLength(seen, request, seconds);
}

/** Uploads an input in three free requests. */
async function upload(input: AdapterInput, call: ProviderCall): Promise<string> {
  const { kind, contentType, bytes } = input;
  const { data: slot } = await client.json("POST", "/v2/assets/upload", {
    call,
    paid: false,
    body: { fileName: `${kind}.${extensionOf(contentType)}`, contentType, size: bytes },
    schema: slotSchema,
  });
  await requestNothing("PUT", storageAddress(slot.uploadUrl, call), {
    call,
    paid: false,
    timeoutMs: uploadTimeoutMs,
    stream: input,
    dialect: storageDialect,
  });
  const { data: asset } = await client.json("POST", "/v2/assets", {
    call,
    paid: false,
    body: { url: slot.url, type: kind.toUpperCase() },
    schema: acceptedSchema,
  });
  return asset.id;
}

function toPollResult(generation: Generation): PollResult {
  const { status, outputUrl, outputDuration } = generation;
  switch (status) {
    case "COMPLETED": {
      if (outputUrl == null || URL.parse(outputUrl) === null) {
        throw unreadable(false, "a result without an address");
      }
      const length = outputDuration == null ? {} : { durationSeconds: outputDuration };
      const file = { source: { url: outputUrl }, contentType: "video/mp4", ...length };
      return { state: "succeeded", result: { files: [file] } };
    }
    case "FAILED":
      throw toFailure(generation, "provider_failed");
    case "REJECTED":
      throw toFailure(generation, "provider_rejected");
    default:
      // "PENDING", "PROCESSING" and unknown values.
      return { state: "running" };
  }
}

function toFailure(
  { status, error, errorCode, error_code: formerCode }: Generation,
  usual: ErrorCode,
): AppError {
  const word = errorCode ?? formerCode;
  const said = { words: word == null ? [] : [word], reason: error ?? undefined };
  return new AppError(codeByRule(failures, 200, said) ?? usual, {
    details: { reason: error ?? word ?? status },
  });
}

import { z } from "zod";

import type {
  AdapterInput,
  AdapterRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
} from "#activities/providers/adapter.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import { readCoded, type ErrorDialect } from "#activities/providers/error-dialect.ts";
import { unreadable } from "#activities/providers/http.ts";
import { fillInputs, mapForProvider } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import { uploadOnce, uploadTimeoutMs } from "#activities/providers/upload-storage.ts";
import provider from "#catalog/providers/tripo.ts";
import { AppError } from "#domain/errors.ts";
import { extensionOf } from "#storage/media-type.ts";

/**
 * Adapter of Tripo, v3 of its API (types of @vastai/tripo-sdk 0.1.1, a copy of developers.tripo3d.ai of 2026-08
 * and readers' notes of 2026-09; no OpenAPI is published, and v2 ended in 2026-11). Every response is `{ code, data }`, where a code other
 * than 0 is an error whatever the status. An image is sent as a URL or as the token of an upload, never as
 * data; two to four images are front, left, back and right, in this order. Credits are reserved at the
 * submission and refunded when a task fails. Only the key that created a task can read it. There is no
 * idempotency key, no cancellation and no webhook.
 *
 * Results are GLB at signed URLs of about five minutes; another poll returns fresh ones. `pbr` is on by
 * default and enables texture again, which is billed: so it is off for requests without texture. Not
 * verified: that `banned` and `expired` still occur (v2 had them), and the five minutes.
 */
const pictureBytesMax = 20 * 1024 * 1024;
/** Value of a task's `error_code` and of a response's `code`. */
const contentErrorCode = 2008;

/** The vendor's price list, 2026-08. */
const usdPerCredit = 0.01;

const dialect: ErrorDialect = {
  read: readCoded,
  rules: [
    { words: ["1000", "1001"], status: [200, 401], code: "provider_credential_invalid" },
    { words: ["1007", "2000"], code: "provider_rate_limited" },
    { words: [String(contentErrorCode)], code: "content_refused" },
    { words: ["2010"], code: "provider_balance_empty" },
    { words: ["2015"], code: "model_not_available" },
    { words: [/^\d+$/], status: 200, code: "provider_rejected" },
  ],
};

const client = createClient(provider, dialect);

const acceptedSchema = z.object({ data: z.object({ task_id: z.string().min(1) }) });
const uploadedSchema = z.object({ data: z.object({ file_token: z.string().min(1) }) });

const taskSchema = z.object({
  data: z.object({
    status: z.string(),
    progress: z.number().min(0).max(100).nullish().catch(null),
    output: z.object({ model_url: z.url().nullish() }).nullish().catch(null),
    credits_consumed: z.number().nonnegative().nullish().catch(null),
    error_code: z.number().nullish().catch(null),
    error_message: z.string().nullish().catch(null),
  }),
});
type Task = z.output<typeof taskSchema>["data"];

const handleSchema = z.object({ taskId: z.string() });

export const tripo: ProviderAdapter = {
  async submit(request, call) {
    const values = await fillInputs(request, mapForProvider(request), async (input) =>
      request.inputsAreReachable
        ? input.url
        : uploadOnce(input, call, async () => uploadPicture(input, call)),
    );
    const { task: _task, ...sent } = values;
    const { endpoint, body } = toTask(request, sent);
    const { data } = await client.json("POST", `/generation/${endpoint}`, {
      call,
      paid: true,
      body: { model: request.upstreamModel, ...body },
      schema: acceptedSchema,
    });
    const taskId = data.data.task_id;
    return { state: "accepted", handle: { taskId }, providerRequestId: taskId };
  },

  async poll(handle, call) {
    const { taskId } = handleSchema.parse(handle);
    const { data } = await client.json("GET", `/tasks/${encodeURIComponent(taskId)}`, {
      call,
      paid: false,
      schema: taskSchema,
    });
    return toPollResult(data.data);
  },

  async checkHealth(call) {
    await client.json("GET", "/account/balance", { call, paid: false, schema: z.object({}) });
  },
};

async function uploadPicture(input: AdapterInput, call: ProviderCall): Promise<string> {
  checkBytes(input, pictureBytesMax);
  const fileName = `${input.kind}.${extensionOf(input.contentType)}`;
  const { data } = await client.json("POST", "/files", {
    call,
    paid: false,
    form: [{ name: "file", fileName, file: input }],
    timeoutMs: uploadTimeoutMs,
    schema: uploadedSchema,
  });
  return data.data.file_token;
}

/** Front, left, back and right. */
const viewsCount = 4;

interface TripoTask {
  readonly endpoint: "text-to-model" | "image-to-model" | "multiview-to-model";
  readonly body: Readonly<Record<string, unknown>>;
}

function toTask(
  { capability }: Pick<AdapterRequest, "capability">,
  { input, inputs, ...values }: Readonly<Record<string, unknown>>,
): TripoTask {
  const options = { ...values, ...(values["texture"] === false ? { pbr: false } : {}) };
  if (capability === "text-to-3d") {
    return { endpoint: "text-to-model", body: { ...seedsOf(options), ...options } };
  }
  if (!Array.isArray(inputs)) return { endpoint: "image-to-model", body: { ...options, input } };
  const pictures: unknown[] = [input, ...(inputs as unknown[])];
  return {
    endpoint: "multiview-to-model",
    body: {
      ...options,
      // A view that is left out is an empty string.
      inputs: Array.from({ length: viewsCount }, (_, ordinal) => pictures[ordinal] ?? ""),
    },
  };
}

/**
 * Derives all seeds from the model's seed. Tripo draws an image from the text first, and the same model
 * requires the same image.
 */
function seedsOf({ model_seed: seed }: Readonly<Record<string, unknown>>): object {
  return seed === undefined ? {} : { image_seed: seed, texture_seed: seed };
}

function toPollResult({
  status,
  progress,
  output,
  credits_consumed: credits,
  ...failure
}: Task): PollResult {
  const reason = failure.error_message ?? status;
  switch (status) {
    case "success":
      if (output?.model_url == null) throw unreadable(false, "a result without an address");
      return {
        state: "succeeded",
        result: {
          files: [{ source: { url: output.model_url }, contentType: "model/gltf-binary" }],
          ...(credits == null ? {} : { costUsd: credits * usdPerCredit }),
        },
      };
    case "cancelled":
      return { state: "canceled" };
    case "banned":
      throw new AppError("content_refused", { details: { reason } });
    case "failed":
      throw new AppError(
        failure.error_code === contentErrorCode ? "content_refused" : "provider_failed",
        { details: { reason } },
      );
    case "expired":
      throw new AppError("provider_failed", { details: { reason } });
    default:
      // "queued", "running" and unknown values: only "success" is a result.
      return { state: "running", ...(progress == null ? {} : { fraction: progress / 100 }) };
  }
}

import { z } from "zod";

import type {
  AdapterFile,
  AdapterInput,
  AdapterRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
} from "#activities/providers/adapter.ts";
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
import provider from "#catalog/providers/runway.ts";
import { AppError } from "#domain/errors.ts";
import type { MappedRequest } from "#domain/requests/map-request.ts";

import { fileForRunway } from "./runway-file.ts";

/**
 * Adapter of Runway (types of @runwayml/sdk 4.20.1; docs.dev.runwayml.com, read 2026-11). A request creates a
 * task, which may be polled every five seconds. The URLs of a result last a day, and another poll returns
 * fresh ones. DELETE cancels a running task and deletes the result of a finished one; both then return 404.
 * There is no idempotency key, no list and no webhook.
 *
 * Content is moderated in the task, not in the create request. Runway bills a moderated task (SAFETY.*) like a
 * successful one (its page on moderation); the caller is refunded in either case, and nothing is repeated. An
 * empty account is a 400 with a message. A daily limit is a 429; its message, and the one for a model that has
 * gone, are not verified.
 */
const errorSchema = z.object({
  error: z.string().nullish(),
  issues: z
    .array(z.object({ message: z.string() }))
    .nullish()
    .catch(null),
});

const dialect: ErrorDialect = {
  read(body) {
    const { error, issues } = errorSchema.safeParse(body).data ?? {};
    const said = [error, ...(issues ?? []).map(({ message }) => message)];
    return { words: [], reason: said.filter((text) => text != null).join(" ") };
  },
  rules: [
    { status: 400, words: [/not have enough credits/i], code: "provider_balance_empty" },
    { status: 429, words: [/\b(daily|day)\b/i], code: "provider_balance_empty" },
    // Documented as load shedding and overload that may be retried: nothing was made.
    { status: [502, 503, 504], code: "provider_overloaded" },
  ],
};

const client = createClient(provider, dialect);

const acceptedSchema = z.object({ id: z.string().min(1) });
const handleSchema = z.object({ id: z.string(), contentType: z.string() });

const taskSchema = z.object({
  status: z.string(),
  progress: z.number().min(0).max(1).nullish().catch(null),
  output: z.array(z.url()).nullish().catch(null),
  cost: z.object({ credits: z.number().nonnegative() }).nullish().catch(null),
  failure: z.string().nullish().catch(null),
  failureCode: z.string().nullish().catch(null),
});
type Task = z.output<typeof taskSchema>;

/** The vendor's price list, 2026-11. */
const usdPerCredit = 0.01;

const organizationSchema = z.object({ creditBalance: z.number() });

export const runway: ProviderAdapter = {
  async submit(request, call) {
    const values = await valuesOf(request, call);
    const { data } = await client.json("POST", pathOf(request, values), {
      call,
      paid: true,
      body: { model: request.upstreamModel, ...toBody(values) },
      schema: acceptedSchema,
    });
    const contentType = request.contentType === "image" ? "image/png" : "video/mp4";
    return {
      state: "accepted",
      handle: { id: data.id, contentType },
      providerRequestId: data.id,
    };
  },

  async poll(handle, call) {
    const { id, contentType } = handleSchema.parse(handle);
    const task = await findTask(id, call);
    return task === null ? { state: "canceled" } : toPollResult(task, contentType);
  },

  /** Checks the status first: the same request deletes a task that has finished in the meantime. */
  async cancel(handle, call) {
    const { id } = handleSchema.parse(handle);
    const task = await findTask(id, call);
    if (task === null || ["SUCCEEDED", "FAILED", "CANCELLED"].includes(task.status)) return;
    await orGone(client.nothing("DELETE", taskPath(id), { call, paid: false }));
  },

  async checkHealth(call) {
    const { data } = await client.json("GET", "/v1/organization", {
      call,
      paid: false,
      schema: organizationSchema,
    });
    if (data.creditBalance <= 0) throw new AppError("provider_balance_empty");
  },
};

/** Returns null for a canceled or deleted task. */
async function findTask(id: string, call: ProviderCall): Promise<Task | null> {
  const asked = client.json("GET", taskPath(id), { call, paid: false, schema: taskSchema });
  return (await orGone(asked))?.data ?? null;
}

async function orGone<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === "provider_result_expired") return null;
    throw error;
  }
}

function taskPath(id: string): string {
  return `/v1/tasks/${encodeURIComponent(id)}`;
}

/** Returns the only endpoint of the row, or the one that fits a request with or without a first image. */
function pathOf({ modelId }: AdapterRequest, values: Readonly<Record<string, unknown>>): string {
  const paths = provider.models
    .filter(({ id }) => id === modelId)
    .flatMap(({ endpoints }) => endpoints.map((endpoint) => endpoint.replace("POST ", "")));
  const fitting = paths.find(
    (path) => (path === "/v1/image_to_video") === (values["promptImage"] !== undefined),
  );
  const path = fitting ?? paths[0];
  if (path === undefined) throw new AppError("model_not_available");
  return path;
}

async function valuesOf(
  request: AdapterRequest,
  call: ProviderCall,
): Promise<Record<string, unknown>> {
  const mapped = mapForProvider(request);
  const missing = (request.parameterSchema.required ?? []).filter(
    (name) => mapped.values[name] === undefined && mapped.inputs[name] === undefined,
  );
  if (missing.length > 0) {
    throw new AppError("input_missing", {
      details: { missing, reason: `The model needs ${missing.join(", ")}.` },
    });
  }
  const measured = { ...mapped, values: await checkLength(request, mapped) };
  const values = await fillInputs(request, measured, async (input, { name }) =>
    shapeOf(name, input, request, await fileForRunway(input, request, call)),
  );
  const { keyframes, promptImage } = values;
  // The first frame determines the shape; a text-to-video job may have one too.
  if (request.upstreamModel === "wan3" && promptImage !== undefined) {
    return { ...values, ratio: "auto_720p" };
  }
  return Array.isArray(keyframes) ? { ...values, keyframes: spread(keyframes) } : values;
}

/**
 * Checks the length of a source video. The result is as long as the video and billed by it, so the video must
 * not exceed the paid seconds.
 */
async function checkLength(
  request: AdapterRequest,
  { values, inputs }: MappedRequest,
): Promise<MappedRequest["values"]> {
  const [video] = inputsAt(request, inputs["videoUri"] ?? inputs["reference"] ?? []);
  if (video === undefined) return values;
  const { duration, ...sent } = values;
  await checkPaidLength(video, request, Number(duration));
  return sent;
}

/** To these models an image without a position is a reference, not the first frame. */
const positionedModels = ["seedance2_mini", "wan3"];

function shapeOf(
  name: string,
  { kind }: AdapterInput,
  { upstreamModel }: AdapterRequest,
  uri: unknown,
): unknown {
  switch (name) {
    case "promptImage":
      return positionedModels.includes(upstreamModel) ? [{ uri, position: "first" }] : uri;
    case "character":
    case "reference":
      return { type: kind, uri };
    case "referenceImages":
      return { uri };
    default:
      return uri;
  }
}

/** Spreads guiding images evenly over the video: the first at its start, the last at its end. */
function spread(uris: readonly unknown[]): { uri: unknown; at: number }[] {
  return uris.map((uri, index) => ({ uri, at: index / Math.max(uris.length - 1, 1) }));
}

function toPollResult(task: Task, contentType: string): PollResult {
  const { status, progress, output, cost } = task;
  switch (status) {
    case "SUCCEEDED":
      if (output == null || output.length === 0) {
        throw unreadable(false, "a result without an address");
      }
      return {
        state: "succeeded",
        result: {
          files: output.map((url) => fileAt(url, contentType)),
          ...(cost == null ? {} : { costUsd: cost.credits * usdPerCredit }),
        },
      };
    case "CANCELLED":
      return { state: "canceled" };
    case "FAILED":
      throw toFailure(task);
    default:
      // "PENDING", "THROTTLED", "RUNNING" and unknown values.
      return { state: "running", ...(progress == null ? {} : { fraction: progress }) };
  }
}

function toFailure({ failureCode, failure }: Task): AppError {
  const code = failureCode ?? "";
  const details = { reason: failure ?? failureCode ?? "FAILED" };
  if (/^(INPUT_PREPROCESSING\.)?SAFETY\./.test(code)) {
    return new AppError("content_refused", { details });
  }
  if (code === "ASSET.INVALID") return new AppError("input_invalid", { details });
  // INTERNAL, INTERNAL.BAD_OUTPUT.*, INPUT_PREPROCESSING.INTERNAL, THIRD_PARTY.UNAVAILABLE, or no code.
  return new AppError("provider_failed", { details });
}

const contentTypes: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  mp4: "video/mp4",
  mov: "video/quicktime",
};

/** Only the extension in the URL shows the format of the file. */
function fileAt(url: string, usual: string): AdapterFile {
  const ending = new URL(url).pathname.split(".").at(-1)?.toLowerCase() ?? "";
  return { source: { url }, contentType: contentTypes[ending] ?? usual };
}

import { z } from "zod";

import type {
  AdapterInput,
  AdapterRequest,
  AdapterResult,
  PollResult,
  ProviderAdapter,
} from "#activities/providers/adapter.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { type ProviderResponse, unreadable } from "#activities/providers/http.ts";
import { inputsAt, mapForProvider, toFormParts } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import type { FormPart } from "#activities/providers/request-body.ts";
import { responseFile } from "#activities/providers/response-file.ts";
import { succeeded } from "#activities/providers/result-file.ts";
import provider from "#catalog/providers/stability-ai.ts";
import { AppError } from "#domain/errors.ts";
import { extensionOf } from "#storage/media-type.ts";

/**
 * Adapter of Stability AI (official OpenAPI of v2beta, copy of 2026-05; documents of 2026-07). Every body is
 * a form, even without a file, and the response is the file itself. An unsafe image comes blurred with status
 * 200 and is marked in a header. Two operations return an id that the same key can poll; their results can be
 * fetched for a day. There is no idempotency key, no list and no cancellation.
 *
 * Not verified: whether a 500 may be charged (failed generations are not, they say).
 */
const requestBytesMax = 10 * 1024 * 1024;
/** Margin for the text fields of a form. */
const fieldBytesMax = 128 * 1024;
/** A megapixel enlarged four times: an image of 16 megapixels. */
const responseBytesMax = 128 * 1024 * 1024;
/** Seconds for which all requests of an account are refused after a rate limit; no header states it. */
const pauseSeconds = 60;
const outpaintPixels = 256;
const usualStrength = 0.7;
/** A strength of the light needs its direction. */
const usualLight = { light_source_direction: "above" };

const errorSchema = z.object({
  name: z.string().nullish(),
  message: z.string().nullish(),
  errors: z.array(z.string()).nullish(),
});

const dialect: ErrorDialect = {
  read(body) {
    const { name, message, errors } = errorSchema.safeParse(body).data ?? {};
    return {
      words: name == null ? [] : [name],
      reason: errors?.join("; ") ?? message ?? undefined,
      ...(name === "rate_limit_exceeded" ? { retryAfterSeconds: pauseSeconds } : {}),
    };
  },
  rules: [{ status: 403, words: ["content_moderation"], code: "content_refused" }],
};

const client = createClient(provider, dialect);

/** A result of another key, unknown, or older than a day. */
const questions = createClient(provider, {
  ...dialect,
  rules: [{ status: 404, code: "provider_failed" }],
});

/** Endpoints by the provider's model name. */
const routes = new Map(
  provider.models.map(({ id, upstreamModel, endpoints, transports }) => [
    upstreamModel ?? id,
    {
      path: endpoints[0]?.replace("POST ", "") ?? "",
      isPolled: transports[0] === "submit-poll",
    },
  ]),
);

const acceptedSchema = z.object({ id: z.string().min(1) });
const handleSchema = z.object({ id: z.string() });

export const stabilityAi: ProviderAdapter = {
  async submit(request, call) {
    const route = routes.get(request.upstreamModel);
    if (route === undefined) throw new AppError("model_not_available");
    const sent = { call, paid: true, form: toForm(request) };
    if (route.isPolled) {
      const { data } = await client.json("POST", route.path, { ...sent, schema: acceptedSchema });
      return { state: "accepted", handle: { id: data.id }, providerRequestId: data.id };
    }
    const answer = await client.answer("POST", route.path, {
      ...sent,
      headers: { accept: request.contentType === "3d" ? "*/*" : "image/*" },
      responseBytesMax,
    });
    const result = toResult(answer, { family: familyOf(request), paid: true });
    return succeeded(result, answer.requestId);
  },

  async poll(handle, call) {
    const { id } = handleSchema.parse(handle);
    const answer = await questions.answer("GET", `/v2beta/results/${encodeURIComponent(id)}`, {
      call,
      paid: false,
      headers: { accept: "*/*" },
      responseBytesMax,
    });
    if (answer.status === 202) return { state: "running" };
    return {
      state: "succeeded",
      result: toResult(answer, { family: "image", paid: false }),
    } satisfies PollResult;
  },

  async checkHealth(call) {
    await client.nothing("GET", "/v1/user/balance", { call, paid: false });
  },
};

function familyOf({ contentType }: AdapterRequest): "image" | "model" {
  return contentType === "3d" ? "model" : "image";
}

/** Throws `content_refused` for a blurred image. */
function toResult(
  answer: ProviderResponse,
  { family, paid }: { family: "image" | "model"; paid: boolean },
): AdapterResult {
  const { headers, contentType } = answer;
  const finish = headers["finish-reason"];
  if (finish === "CONTENT_FILTERED") {
    throw new AppError("content_refused", { details: { reason: finish } });
  }
  if (finish !== undefined && finish !== "SUCCESS") {
    throw unreadable(paid, `it finished with ${finish.slice(0, 100)}`);
  }
  const seed = Number(headers["seed"] ?? Number.NaN);
  return {
    files: [responseFile(answer, { family, contentType, paid })],
    ...(Number.isSafeInteger(seed) ? { seed } : {}),
  };
}

function toForm(request: AdapterRequest): FormPart[] {
  const { values, inputs } = mapForProvider(request, { inputFormat: "binary" });
  const files = Object.entries(inputs).flatMap(([name, ordinals]) =>
    inputsAt(request, ordinals).map((file) => ({ name, file })),
  );
  let bytes = fieldBytesMax;
  for (const { file } of files) {
    bytes += file.bytes;
    checkBytes({ ...file, bytes }, requestBytesMax);
  }
  return [
    ...toFormParts(complete(request.upstreamModel, values, files)),
    ...files.map(({ name, file }) => ({ name, file, fileName: nameOf(file) })),
  ];
}

function nameOf({ kind, contentType }: AdapterInput): string {
  return `${kind}.${extensionOf(contentType)}`;
}

type Values = Readonly<Record<string, unknown>>;

/** Adds the fields that an operation requires, depending on its other values. */
function complete(
  upstreamModel: string,
  values: Values,
  files: readonly { readonly name: string }[],
): Values {
  const start = files.some(({ name }) => name === "image") ? { strength: usualStrength } : {};
  switch (upstreamModel) {
    case "ultra":
      return { ...start, ...values };
    case "sd3.5-large":
    case "sd3.5-large-turbo":
    case "sd3.5-medium":
      return { ...start, ...values, model: upstreamModel };
    case "outpaint": {
      const sides = ["left", "right", "up", "down"];
      if (sides.some((side) => Number(values[side] ?? 0) > 0)) return values;
      return { ...values, ...Object.fromEntries(sides.map((side) => [side, outpaintPixels])) };
    }
    case "replace-background-and-relight": {
      const isSaid = files.some(({ name }) => name === "background_reference");
      const background = isSaid ? {} : { background_prompt: "a plain studio background" };
      const light = values["light_source_strength"] === undefined ? {} : usualLight;
      return { ...background, ...light, ...values };
    }
    default:
      return values;
  }
}

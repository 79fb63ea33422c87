import { z } from "zod";

import type {
  AdapterInput,
  AdapterRequest,
  PollResult,
  ProviderAdapter,
} from "#activities/providers/adapter.ts";
import { addressOnly, checkBytes } from "#activities/providers/encode-input.ts";
import { unreadable } from "#activities/providers/http.ts";
import { inputsAt, mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import provider from "#catalog/providers/luma.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";

import { readLumaError } from "./luma-dialect.ts";

/**
 * Adapter of Luma's Dream Machine API (types of its SDK lumaai; docs.lumalabs.ai, its pages on errors,
 * callbacks and billing, read 2026-11). Serves Ray 2 and Photon, with separate keys. Images are sent as
 * public URLs only. Failed generations are refunded; the reason is a sentence. Webhooks go to a URL in the
 * request and are not signed, so a webhook only triggers a poll.
 *
 * Generations can be listed, but without a client reference. Only the callback URL could identify one. It is
 * absent when Luma cannot reach this server, and Luma does not document it in the list. DELETE removes a
 * generation; Luma does not document that it cancels one, so it is not used.
 *
 * No call has been made. Not verified: which error an empty balance causes, how long results can be fetched,
 * and how large images may be.
 */
const imageBytesMax = 20_000_000;

const client = createClient(
  { auth: provider.services?.["luma-dream-machine"]?.auth ?? null },
  {
    read: readLumaError,
    rules: [
      { words: [/insufficient (?:credit|fund|balance)/i], code: "provider_balance_empty" },
      { status: 400, words: [/moderation failed|blacklisted words/i], code: "content_refused" },
    ],
  },
);

const acceptedSchema = z.object({ id: z.string().min(1) });
const handleSchema = z.object({ id: z.string(), contentType: z.string() });

const generationSchema = z.object({
  state: z.string(),
  failure_reason: z.string().nullish().catch(null),
  assets: z
    .object({ image: z.url().nullish().catch(null), video: z.url().nullish().catch(null) })
    .nullish()
    .catch(null),
});
type Generation = z.output<typeof generationSchema>;

export const lumaDreamMachine: ProviderAdapter = {
  async submit(request, call) {
    const { contentType, callback } = request;
    const values = valuesOf(request);
    const path = contentType === "video" ? "/generations/video" : "/generations/image";
    const { data, answer } = await client.json("POST", path, {
      call,
      paid: true,
      body: {
        model: request.upstreamModel,
        ...toBody(values),
        ...(callback === undefined ? {} : { callback_url: callback.url }),
      },
      schema: acceptedSchema,
    });
    return {
      state: "accepted",
      handle: { id: data.id, contentType: mediaTypeOf(request, values) },
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
    await client.nothing("GET", "/credits", { call, paid: false });
  },
};

function valuesOf(request: AdapterRequest): Record<string, unknown> {
  const { values, inputs } = mapForProvider(request);
  const at = (name: string) =>
    inputsAt(request, inputs[name] ?? []).map((input) => ({ url: addressFor(input, request) }));
  const [first, last] = at("keyframes");
  const [modified] = at("modify_image_ref");
  const references = at("image_ref");
  return {
    ...values,
    ...(first === undefined
      ? {}
      : {
          keyframes: {
            frame0: { type: "image", ...first },
            ...(last === undefined ? {} : { frame1: { type: "image", ...last } }),
          },
        }),
    ...(modified === undefined ? {} : { modify_image_ref: modified }),
    ...(references.length === 0 ? {} : { image_ref: references }),
  };
}

function addressFor(input: AdapterInput, request: AdapterRequest): string {
  checkBytes(input, imageBytesMax);
  return addressOnly(input, request);
}

function mediaTypeOf(
  { contentType }: AdapterRequest,
  values: Readonly<Record<string, unknown>>,
): string {
  if (contentType === "video") return "video/mp4";
  return values["format"] === "png" ? "image/png" : "image/jpeg";
}

/** Failures that the caller can fix. All others are Luma's. */
const failures: readonly (readonly [RegExp, ErrorCode])[] = [
  [/moderation failed|blacklisted words/i, "content_refused"],
  [/^prompt is |^loop is /i, "provider_rejected"],
];

function toPollResult(
  { state, assets, failure_reason: reason }: Generation,
  contentType: string,
): PollResult {
  switch (state) {
    case "completed": {
      const url = contentType.startsWith("video/") ? assets?.video : assets?.image;
      if (url == null) throw unreadable(false, "a result without an address");
      return { state: "succeeded", result: { files: [{ source: { url }, contentType }] } };
    }
    case "failed": {
      const code = failures.find(([words]) => words.test(reason ?? ""))?.[1] ?? "provider_failed";
      throw new AppError(code, { details: { reason: reason ?? state } });
    }
    default:
      // "queued", "dreaming" and unknown values.
      return { state: "running" };
  }
}

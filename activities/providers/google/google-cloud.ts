import { z } from "zod";

import type {
  AdapterFile,
  AdapterRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
} from "#activities/providers/adapter.ts";
import { unreadable } from "#activities/providers/http.ts";
import { base64Schema, type Base64 } from "#activities/providers/large-base64.ts";
import { mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import { base64File } from "#activities/providers/result-file.ts";
import provider from "#catalog/providers/google.ts";
import { AppError } from "#domain/errors.ts";
import type { MappedRequest } from "#domain/requests/map-request.ts";

import { readGoogleError, inlineFiles, refused } from "./google-client.ts";
import { type CloudToken, createTokenSource } from "./google-cloud-token.ts";

/**
 * Adapter of Veo on Google Cloud (docs.cloud.google.com, "Veo on Vertex AI API"; the requests that
 * @google/genai 3.1.0 makes with `vertexai`). A request starts a long-running operation in the service
 * account's project. It is polled by name through its model, and reports only whether it is done. Without
 * `storageUri` the response contains the videos. There is no cancellation, no idempotency key and no list.
 *
 * A blocked operation ends with fewer or no videos and `raiMediaFilteredReasons`, or fails as an invalid
 * argument; neither is billed. Up to two images are the first and the last frame; three are references, with
 * 8 seconds and 16:9 only, which Google checks free of charge.
 *
 * The model card of 2026-07-09 says that Veo 3.1 and Veo 3.1 Fast have no sound here and need a fixed quota.
 * No call has been made. The documents write the type of a reference as `asset`, the client as `ASSET`; whether
 * both are accepted is not verified. Not verified: which error a project without a quota receives, whether 1080p and 4k
 * need 8 seconds as they do elsewhere, and whether the lite model takes a last frame.
 */
export function createGoogleCloud(): ProviderAdapter {
  const tokens = createTokenSource();

  /**
   * Repeats a call once with a new token after a 401: the token may have been revoked early, and a 401 has
   * made nothing.
   */
  async function withToken<Answer>(
    call: ProviderCall,
    action: (call: ProviderCall, token: CloudToken) => Promise<Answer>,
  ): Promise<Answer> {
    const send = async (token: CloudToken) => action({ ...call, credential: token.value }, token);
    const token = await tokens.find(call);
    try {
      return await send(token);
    } catch (error) {
      if (!isUnauthenticated(error)) throw error;
      await tokens.forget(call, token);
      return send(await tokens.find(call));
    }
  }

  return {
    async submit(request, call) {
      const body = await bodyOf(request);
      return withToken(call, async (authorized, { project }) => {
        const model = encodeURIComponent(request.upstreamModel);
        const path = `${placeOf(project, call)}/publishers/google/models/${model}:predictLongRunning`;
        const { data } = await client.json("POST", path, {
          call: authorized,
          paid: true,
          body,
          schema: acceptedSchema,
        });
        return {
          state: "accepted",
          handle: { name: data.name },
          providerRequestId: data.name.slice(data.name.lastIndexOf("/") + 1),
        };
      });
    },

    async poll(handle, call) {
      const { name } = acceptedSchema.parse(handle);
      const model = name.slice(0, name.lastIndexOf("/operations/"));
      return withToken(call, async (authorized) => {
        const { data } = await client.json("POST", `/${model}:fetchPredictOperation`, {
          call: authorized,
          paid: false,
          body: { operationName: name },
          // The response itself contains the videos.
          responseBytesMax: videoBytesMax,
          hasBase64: true,
          timeoutMs: downloadMs,
          schema: operationSchema,
        });
        return toPollResult(data);
      });
    },

    async checkHealth(call) {
      await withToken(call, async (authorized, { project }) =>
        client.nothing("GET", placeOf(project, call), { call: authorized, paid: false }),
      );
    },
  };
}

/** Base64 size of the largest video that 30 credits buy, with a margin. */
const videoBytesMax = 128 * 1024 * 1024;
const downloadMs = 120_000;

const client = createClient(
  { auth: provider.services?.["google-cloud"]?.auth ?? null },
  {
    read: readGoogleError,
    rules: [
      refused,
      // Applies to a failed operation and to the response to a request.
      {
        words: [/responsible ai|usage guidelines|sensitive words|safety (?:setting|filter)/i],
        code: "content_refused",
      },
      { status: 403, words: ["BILLING_DISABLED", /\bbilling\b/i], code: "provider_balance_empty" },
      { status: 404, words: [/\bpublisher model\b/i], code: "model_not_available" },
      { status: 503, words: [/overloaded|high demand/i], code: "provider_overloaded" },
    ],
  },
);

const nameSchema = z
  .string()
  .regex(/^projects(?:\/[A-Za-z0-9][\w.:~-]*)+\/operations\/[A-Za-z0-9][\w-]*$/);
const acceptedSchema = z.object({ name: nameSchema });

const operationSchema = z.object({
  done: z.boolean().nullish(),
  error: z.object({ code: z.number().nullish(), message: z.string().nullish() }).nullish(),
  response: z
    .object({
      videos: z
        .array(
          z.object({ bytesBase64Encoded: base64Schema.nullish(), mimeType: z.string().nullish() }),
        )
        .nullish(),
      raiMediaFilteredCount: z.number().nullish(),
      raiMediaFilteredReasons: z.array(z.string()).nullish().catch(null),
    })
    .nullish(),
});
type Operation = z.output<typeof operationSchema>;

/** google.rpc.Code */
const invalidArgument = 3;

function placeOf(project: string, { region }: ProviderCall): string {
  if (region === undefined) throw new Error("a call to Google Cloud needs a region");
  return `/projects/${encodeURIComponent(project)}/locations/${region}`;
}

function isUnauthenticated(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === "provider_credential_invalid" &&
    error.details["status"] === 401
  );
}

async function bodyOf(request: AdapterRequest): Promise<Record<string, unknown>> {
  const mapped = mapForProvider(request);
  const files = inlineFiles(request.inputs);
  const pictures = files.map(({ mimeType, data }) => ({ bytesBase64Encoded: data, mimeType }));
  const { instances, parameters } = toBody(mapped.values);
  const [instance] = instances as [object];
  return {
    instances: [{ ...instance, ...placePictures(mapped, pictures) }],
    // Google documents no default for the number of videos.
    parameters: { sampleCount: 1, ...(parameters as object | undefined) },
  };
}

/** References exclude frames: with a third image, all images are references. */
function placePictures({ inputs }: MappedRequest, pictures: readonly object[]): object {
  const at = (name: string) =>
    (inputs[`instances[].${name}`] ?? []).flatMap((ordinal) => pictures[ordinal] ?? []);
  if (at("referenceImages").length > 0) {
    return { referenceImages: pictures.map((image) => ({ image, referenceType: "asset" })) };
  }
  const [image] = at("image");
  const [lastFrame] = at("lastFrame");
  return {
    ...(image === undefined ? {} : { image }),
    ...(lastFrame === undefined ? {} : { lastFrame }),
  };
}

async function toPollResult({ done, error, response }: Operation): Promise<PollResult> {
  if (done !== true) return { state: "running" };
  if (error != null) {
    // A retry would be another operation, even when Google was overloaded.
    const code = error.code === invalidArgument ? "provider_rejected" : "provider_failed";
    throw new AppError(code, { details: { reason: error.message ?? "the operation has failed" } });
  }
  const videos = (response?.videos ?? []).map(toFile);
  const files = (await Promise.all(videos)).flat();
  if (files.length > 0) return { state: "succeeded", result: { files } };
  const { raiMediaFilteredCount: count, raiMediaFilteredReasons: reasons } = response ?? {};
  const [reason = "the video was filtered"] = reasons ?? [];
  if ((count ?? 0) === 0 && (reasons ?? []).length === 0) {
    throw unreadable(false, "a result without a video");
  }
  throw new AppError("content_refused", { details: { reason } });
}

async function toFile({
  bytesBase64Encoded: data,
  mimeType,
}: {
  readonly bytesBase64Encoded?: Base64 | null | undefined;
  readonly mimeType?: string | null | undefined;
}): Promise<AdapterFile[]> {
  if (data == null) return [];
  const contentType = mimeType ?? "video/mp4";
  return [await base64File(data, { family: "video", contentType, paid: false })];
}

import { z } from "zod";

import type {
  AdapterFile,
  AdapterRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { ownAddress, unreadable } from "#activities/providers/http.ts";
import { base64Schema } from "#activities/providers/large-base64.ts";
import { inputsAt, mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { checkPaidLength } from "#activities/providers/media-length.ts";
import { responseFile } from "#activities/providers/response-file.ts";
import { base64File } from "#activities/providers/result-file.ts";
import { AppError } from "#domain/errors.ts";

import { client, promptOr, questions, inlineFiles } from "./google-client.ts";

/**
 * Omni videos through interactions (types of @google/genai 3.1.0; third-party code that calls it, 2026-09).
 * Without `background` the create request waits for the whole video, and `background` requires `store`, so
 * Google keeps the interaction for 55 days. Durations are protobuf's, "5s"; a bare number is refused. Files
 * are sent as base64, because URLs of videos are refused. A video of more than 4 MB is a file that can be
 * fetched only with the key, so the adapter fetches it and returns bytes; Google's examples follow redirects
 * there.
 *
 * A refusal for safety is `completed` with text instead of a video. `requires_continuation` asks for another
 * paid request and `requires_action` for a tool's result. The engine provides neither, so both end the
 * generation.
 *
 * An edit is as long as its video, so a video longer than the priced duration is refused before anything is
 * sent. Not verified: whether a stopped interaction is billed, and whether an edit would take a length or a
 * shape (none is sent).
 */
const hosts = ["generativelanguage.googleapis.com"];
/** Four seconds of 4k, the longest video that 30 credits buy, with a margin. */
const videoBytesMax = 128 * 1024 * 1024;
const downloadMs = 120_000;
/** First and last frame. With more images, all are references. */
const framesMax = 2;
const taskName = "generation_config.video_config.task";
const durationName = "response_format.duration";

const handleSchema = z.object({ id: z.string() });
const acceptedSchema = z.object({ id: z.string().min(1) });

const contentSchema = z.object({
  type: z.string(),
  text: z.string().nullish(),
  data: base64Schema.nullish(),
  uri: z.string().nullish(),
  mime_type: z.string().nullish(),
});
type Content = z.output<typeof contentSchema>;

const problemSchema = z.object({ message: z.string().nullish() });

const interactionSchema = z.object({
  status: z.string(),
  steps: z
    .array(z.object({ type: z.string(), content: z.array(contentSchema).nullish().catch(null) }))
    .nullish()
    .catch(null),
  error: problemSchema.nullish().catch(null),
  errors: z.array(problemSchema).nullish().catch(null),
});
type Interaction = z.output<typeof interactionSchema>;

export async function film(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { values, inputs } = mapForProvider(request);
  const images = inputsAt(request, inputs["input[].image"] ?? []);
  const videos = inputsAt(request, inputs["input[].video"] ?? []);
  const seconds = Number.parseInt(String(values[durationName]), 10);
  for (const video of videos) await checkPaidLength(video, request, seconds);
  const files = inlineFiles([...videos, ...images]);
  const { "input[].text": prompt, [taskName]: said, ...settings } = values;
  const areReferences = said === "image_to_video" && images.length > framesMax;
  const task = areReferences ? "reference_to_video" : said;
  const { response_format: format, ...body } = toBody({ ...settings, [taskName]: task });
  const { data } = await client.json("POST", "/interactions", {
    call,
    paid: true,
    body: {
      ...body,
      model: request.upstreamModel,
      background: true,
      store: true,
      input: [
        ...files.map(({ mimeType, data: bytes }, index) => ({
          type: index < videos.length ? "video" : "image",
          mime_type: mimeType,
          data: bytes,
        })),
        { type: "text", text: promptOr(prompt, "Animate this picture.") },
      ],
      response_format: {
        ...(format as object),
        ...(videos.length > 0 ? { duration: undefined } : {}),
        type: "video",
        delivery: "uri",
      },
    },
    schema: acceptedSchema,
  });
  return { state: "accepted", handle: { id: data.id }, providerRequestId: data.id };
}

export const pollFilm: NonNullable<ProviderAdapter["poll"]> = async (handle, call) => {
  const { id } = handleSchema.parse(handle);
  const { data } = await questions.json("GET", `/interactions/${encodeURIComponent(id)}`, {
    call,
    paid: false,
    // The response contains a small video itself.
    responseBytesMax: videoBytesMax,
    hasBase64: true,
    schema: interactionSchema,
  });
  return toPollResult(data, call);
};

/** Requests a cancellation. The next poll shows its effect. */
export const stopFilm: NonNullable<ProviderAdapter["cancel"]> = async (handle, call) => {
  const { id } = handleSchema.parse(handle);
  try {
    await client.nothing("POST", `/interactions/${encodeURIComponent(id)}/cancel`, {
      call,
      paid: false,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "provider_rejected") return;
    throw error;
  }
};

async function toPollResult(interaction: Interaction, call: ProviderCall): Promise<PollResult> {
  const { status, error, errors } = interaction;
  switch (status) {
    case "completed":
      return { state: "succeeded", result: { files: [await findVideo(interaction, call)] } };
    case "cancelled":
      return { state: "canceled" };
    case "failed":
    case "incomplete":
    case "budget_exceeded":
    case "requires_action":
    case "requires_continuation": {
      const reason = error?.message ?? errors?.[0]?.message ?? status;
      throw new AppError("provider_failed", { details: { reason } });
    }
    default:
      // "queued", "in_progress" and unknown values: only "completed" is a result.
      return { state: "running" };
  }
}

async function findVideo({ steps }: Interaction, call: ProviderCall): Promise<AdapterFile> {
  const contents = (steps ?? [])
    .filter(({ type }) => type === "model_output")
    .flatMap(({ content }) => content ?? []);
  const video = contents.find(({ type }) => type === "video");
  if (video !== undefined) return readVideo(video, call);
  const words = contents.flatMap(({ text }) => text ?? []).join(" ");
  if (words === "") throw unreadable(false, "a result without a video");
  throw new AppError("content_refused", { details: { reason: words.slice(0, 300) } });
}

async function readVideo(
  { data, uri, mime_type: mimeType }: Content,
  call: ProviderCall,
): Promise<AdapterFile> {
  const options = { family: "video", contentType: mimeType ?? "video/mp4", paid: false } as const;
  if (data != null && data.length > 0) return base64File(data, options);
  if (uri == null) throw unreadable(false, "a video without data");
  const answer = await questions.answer("GET", ownAddress(uri, { call, hosts }), {
    call,
    paid: false,
    headers: { accept: "*/*" },
    query: { alt: "media" },
    redirectHosts: hosts,
    responseBytesMax: videoBytesMax,
    timeoutMs: downloadMs,
  });
  return responseFile(answer, options);
}

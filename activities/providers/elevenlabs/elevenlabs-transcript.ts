import { z } from "zod";

import type {
  AdapterRequest,
  AdapterResult,
  PollResult,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { inputsAt, mapForProvider, toFormParts } from "#activities/providers/map-for-provider.ts";
import { succeeded, textFile, transcriptFile } from "#activities/providers/result-file.ts";
import { AppError } from "#domain/errors.ts";
import { toTranscript, type Transcript } from "#domain/requests/transcript.ts";
import { lengthMs } from "#storage/media-length.ts";

import { client, fileParts } from "./elevenlabs-client.ts";

/**
 * Transcripts of ElevenLabs (types of @elevenlabs/elevenlabs-js 2.73.0, its guide to webhooks of 2026-09).
 * The response contains the text, or the transcript is made in the background when a webhook is configured.
 * Webhooks belong to the workspace, so all requests share one URL, and each webhook repeats the metadata of
 * its request: the callback token. A background transcript has an id to poll, which the webhook contains as
 * well, so a lost response can be recovered.
 *
 * A setting enables the background, because ElevenLabs reports neither the progress nor the failure of a
 * transcript: polling returns 404 until it exists, and a failed transcript ends with the job's deadline. Not
 * verified by a call: that the 404 means so, and that a response may lack the id, as the types allow; then
 * only the webhook contains it.
 *
 * Without the background, a response that comes after the end of the attempt is a transcript that is paid and
 * lost, so only recordings of at most an hour are sent. How long Scribe takes for an hour is not verified.
 */
const transcriptionBytesMax = 5_000_000_000;
const directSecondsMax = 3_600;

/** The text decides: it is paid for, so that unreadable times must not lose it. */
const transcriptSchema = z.object({
  text: z.string(),
  language_code: z.string().nullish().catch(null),
  audio_duration_secs: z.number().min(0).nullish().catch(null),
  words: z
    .array(
      z.object({
        text: z.string(),
        /** `word`, `spacing` or `audio_event`. */
        type: z.string().nullish(),
        start: z.number().min(0).nullish(),
        end: z.number().min(0).nullish(),
        speaker_id: z.string().nullish(),
        logprob: z.number().nullish(),
      }),
    )
    .nullish()
    .catch(null),
});
const acceptedSchema = z.object({ transcription_id: z.string().min(1) });
const handleSchema = z.object({ id: z.string(), isDetailed: z.boolean() });

export async function transcribe(
  request: AdapterRequest,
  call: ProviderCall,
): Promise<SubmitResult> {
  const { values, inputs } = mapTranscript(request);
  const isDetailed = asksForDetails(request);
  const webhook = webhookOf(request, call);
  if (webhook === null) await checkDirectLength(request);
  const addresses = inputsAt(request, inputs["source_url"] ?? []);
  const sent = {
    call,
    paid: true,
    form: [
      ...toFormParts({ ...values, model_id: request.upstreamModel, ...webhook }),
      ...addresses.map(({ url }) => ({ name: "source_url", value: url })),
      ...fileParts("file", inputsAt(request, inputs["file"] ?? []), transcriptionBytesMax),
    ],
  };
  const place = "/v1/speech-to-text";
  if (webhook !== null) {
    const { data } = await client.json("POST", place, { ...sent, schema: acceptedSchema });
    const id = data.transcription_id;
    return { state: "accepted", handle: { id, isDetailed }, providerRequestId: id };
  }
  const { data, answer } = await client.json("POST", place, { ...sent, schema: transcriptSchema });
  return succeeded(toResult(data, isDetailed), answer.requestId);
}

/** Refuses recordings whose transcripts may take longer than an attempt. */
async function checkDirectLength({ inputs }: AdapterRequest): Promise<void> {
  for (const input of inputs) {
    const seconds = Math.ceil(((await lengthMs(input)) ?? 0) / 1_000);
    if (seconds <= directSecondsMax) continue;
    throw new AppError("input_too_large", {
      details: {
        reason: `the recording lasts ${seconds} s; the model takes at most ${directSecondsMax} s`,
      },
    });
  }
}

export const transcripts: Required<Pick<ProviderAdapter, "poll" | "recover" | "sendsWord">> = {
  async poll(handle, call) {
    const { id, isDetailed } = handleSchema.parse(handle);
    return ask(id, isDetailed, call);
  },

  async recover(id, request) {
    return { id, isDetailed: asksForDetails(request) };
  },

  sendsWord: (request, call) =>
    request.capability === "speech-to-text" && webhookOf(request, call) !== null,
};

async function ask(id: string, isDetailed: boolean, call: ProviderCall): Promise<PollResult> {
  try {
    const { data } = await client.json(
      "GET",
      `/v1/speech-to-text/transcripts/${encodeURIComponent(id)}`,
      { call, paid: false, schema: transcriptSchema },
    );
    return { state: "succeeded", result: toResult(data, isDetailed) };
  } catch (error) {
    if (error instanceof AppError && error.details["status"] === 404) return { state: "running" };
    throw error;
  }
}

/**
 * Requests the webhook of the platform's workspace. An organization-provided key belongs to another
 * workspace.
 */
function webhookOf(
  { callback }: AdapterRequest,
  { ways, isOrganizationKey }: ProviderCall,
): Readonly<Record<string, unknown>> | null {
  const id = ways?.["ELEVENLABS_WEBHOOK_ID"];
  if (id === undefined || callback === undefined || isOrganizationKey === true) return null;
  return {
    webhook: true,
    webhook_id: id,
    webhook_metadata: { submission: callback.token },
  };
}

function mapTranscript(request: AdapterRequest) {
  return mapForProvider(request, { inputFormat: request.inputsAreReachable ? "uri" : "binary" });
}

function asksForDetails(request: AdapterRequest): boolean {
  const { values } = mapTranscript(request);
  return (
    request.parameters.timestamps === true ||
    values["diarize"] === true ||
    values["timestamps_granularity"] !== undefined
  );
}

function toResult(data: z.output<typeof transcriptSchema>, isDetailed: boolean): AdapterResult {
  if (data.text.trim() === "") {
    throw new AppError("provider_failed", { details: { reason: "no speech was found" } });
  }
  return {
    files: [textFile(data.text), ...(isDetailed ? [transcriptFile(toTimes(data))] : [])],
  };
}

function toTimes({
  text,
  language_code: language,
  audio_duration_secs: duration,
  words,
}: z.output<typeof transcriptSchema>): Transcript {
  return toTranscript({
    text,
    ...(language == null ? {} : { language }),
    ...(duration == null ? {} : { duration }),
    words: (words ?? []).flatMap(({ type, text: word, start, end, speaker_id, logprob }) =>
      type === "spacing" || start == null || end == null
        ? []
        : [
            {
              word,
              start,
              end,
              ...(speaker_id == null ? {} : { speaker: speaker_id }),
              ...(logprob == null ? {} : { confidence: Math.min(1, Math.exp(logprob)) }),
            },
          ],
    ),
  });
}

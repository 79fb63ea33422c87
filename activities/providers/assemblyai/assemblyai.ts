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
import { unreadable } from "#activities/providers/http.ts";
import { fillInputs, mapForProvider } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import { textFile, transcriptFile } from "#activities/providers/result-file.ts";
import { uploadOnce, uploadTimeoutMs } from "#activities/providers/upload-storage.ts";
import provider, { speakersHourUsd, webhookSecretHeader } from "#catalog/providers/assemblyai.ts";
import { AppError } from "#domain/errors.ts";
import { toTranscript, type Transcript } from "#domain/requests/transcript.ts";

/**
 * Adapter of AssemblyAI (its OpenAPI document of 2026-03, types of its client 4.41.5, pages of 2026). A request returns the id of
 * a transcript, which is polled. A recording is sent as a URL, otherwise through a free upload. A running
 * transcript cannot be canceled, and no request has an idempotency key; a signed webhook names the transcript of a lost response.
 *
 * - There is no moderation. A failed transcript is free.
 * - Each request names one model, so the vendor's fallback to another model, with another price, does not apply.
 * - Most failures have a text only. Not verified: the texts for reasons that the vendor's page of errors does not list.
 * - Not verified: the codes of all 18 languages of Universal-3.5 Pro.
 */
const fetchedBytesMax = 5_000_000_000;
const uploadedBytesMax = 2_200_000_000;

const errorSchema = z.object({ error: z.string() });

const dialect: ErrorDialect = {
  read: (body) => ({ words: [], reason: errorSchema.safeParse(body).data?.error }),
  rules: [{ status: 400, words: [/account balance is negative/i], code: "provider_balance_empty" }],
};

/** Failures of an accepted transcript, by their text. */
const failures: ErrorDialect = {
  read: () => ({ words: [] }),
  rules: [
    {
      words: [/unable to download|not appear to contain audio|duration is too short/i],
      code: "input_invalid",
    },
  ],
};

const client = createClient(provider, dialect);

const acceptedSchema = z.object({ id: z.string().min(1) });
const uploadedSchema = z.object({ upload_url: z.url() });
/** `secondUsd` is the list price of a second, for the cost of the length that the result states. */
const handleSchema = z.object({ id: z.string(), isDetailed: z.boolean(), secondUsd: z.number() });
type Handle = z.output<typeof handleSchema>;

/** The text decides: it is paid for, so that unreadable times must not lose it. */
const transcriptSchema = z.object({
  status: z.string(),
  error: z.string().nullish().catch(null),
  text: z.string().nullish(),
  language_code: z.string().nullish().catch(null),
  audio_duration: z.number().min(0).nullish().catch(null),
  words: z
    .array(
      z.object({
        text: z.string(),
        /** Milliseconds. */
        start: z.number().min(0),
        end: z.number().min(0),
        confidence: z.number().nullish(),
        /** A letter, with `speaker_labels`. */
        speaker: z.string().nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
});
type Answer = z.output<typeof transcriptSchema>;

export const assemblyai: ProviderAdapter = {
  async submit(request, call) {
    const mapped = mapForProvider(request);
    const { timestamps: _, ...values } = mapped.values;
    const filled = await fillInputs(request, { ...mapped, values }, async (recording) =>
      addressOf(recording, request, call),
    );
    const { data } = await client.json("POST", "/v2/transcript", {
      call,
      paid: true,
      body: {
        speech_models: [request.upstreamModel],
        ...(values["language_code"] === undefined ? { language_detection: true } : {}),
        ...filled,
        ...webhookOf(request),
      },
      schema: acceptedSchema,
    });
    return { state: "accepted", handle: handleOf(data.id, request), providerRequestId: data.id };
  },

  async poll(handle, call) {
    const { id, ...known } = handleSchema.parse(handle);
    const { data } = await client.json("GET", `/v2/transcript/${encodeURIComponent(id)}`, {
      call,
      paid: false,
      schema: transcriptSchema,
    });
    return toPollResult(data, known);
  },

  async recover(id, request) {
    return handleOf(id, request);
  },

  async checkHealth(call) {
    await client.nothing("GET", "/v2/transcript", { call, paid: false, query: { limit: "1" } });
  },
};

/** Returns the URL of the recording, or of its upload, which only the vendor can read. */
async function addressOf(
  recording: AdapterInput,
  { inputsAreReachable }: AdapterRequest,
  call: ProviderCall,
): Promise<string> {
  checkBytes(recording, inputsAreReachable ? fetchedBytesMax : uploadedBytesMax);
  if (inputsAreReachable) return recording.url;
  return uploadOnce(recording, call, async () => {
    const { data } = await client.json("POST", "/v2/upload", {
      call,
      paid: false,
      timeoutMs: uploadTimeoutMs,
      headers: { "content-type": "application/octet-stream" },
      stream: recording,
      schema: uploadedSchema,
    });
    return data.upload_url;
  });
}

/** The vendor repeats the header with each webhook. */
function webhookOf({ callback }: AdapterRequest): Readonly<Record<string, string>> {
  if (callback === undefined) return {};
  return {
    webhook_url: callback.url,
    webhook_auth_header_name: webhookSecretHeader,
    webhook_auth_header_value: callback.secret,
  };
}

function handleOf(id: string, request: AdapterRequest): Handle {
  const { parameters, priced } = request;
  const hasSpeakers = mapForProvider(request).values["speaker_labels"] === true;
  return {
    id,
    isDetailed: parameters.timestamps === true || hasSpeakers,
    secondUsd:
      priced.typicalUsd / (priced.typical.seconds ?? 1) +
      (hasSpeakers ? speakersHourUsd / 3_600 : 0),
  };
}

function toPollResult(data: Answer, { isDetailed, secondUsd }: Omit<Handle, "id">): PollResult {
  switch (data.status) {
    case "completed": {
      const { text, audio_duration: seconds } = data;
      if (text == null) throw unreadable(false, "an answer without a transcript");
      if (text.trim() === "") {
        throw new AppError("provider_failed", { details: { reason: "no speech was found" } });
      }
      const files = [textFile(text), ...(isDetailed ? [transcriptFile(toTimes(data, text))] : [])];
      const cost = seconds == null ? {} : { costUsd: seconds * secondUsd };
      return { state: "succeeded", result: { files, ...cost } };
    }
    case "error": {
      const reason = data.error ?? undefined;
      throw new AppError(codeByRule(failures, 200, { words: [], reason }) ?? "provider_failed", {
        details: { reason: reason ?? data.status },
      });
    }
    default:
      // "queued", "processing" and unknown values.
      return { state: "running" };
  }
}

function toTimes(
  { language_code: language, audio_duration, words }: Answer,
  text: string,
): Transcript {
  return toTranscript({
    text,
    ...(language == null ? {} : { language }),
    ...(audio_duration == null ? {} : { duration: audio_duration }),
    words: (words ?? []).map(({ text: word, start, end, confidence, speaker }) => ({
      word,
      start: start / 1_000,
      end: end / 1_000,
      ...(confidence == null ? {} : { confidence }),
      ...(speaker == null ? {} : { speaker: `speaker_${speaker}` }),
    })),
  });
}

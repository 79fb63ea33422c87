import { z } from "zod";

import type {
  AdapterFile,
  AdapterRequest,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { type ProviderResponse, unreadable } from "#activities/providers/http.ts";
import { inputsAt, mapForProvider } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import {
  bytesFile,
  succeeded,
  textFile,
  transcriptFile,
} from "#activities/providers/result-file.ts";
import provider from "#catalog/providers/deepgram.ts";
import { AppError } from "#domain/errors.ts";
import type { Capability } from "#domain/requests/capability.ts";
import { toTranscript, type Transcript } from "#domain/requests/transcript.ts";

import { checkSound } from "./check-sound.ts";

/**
 * Adapter of Deepgram (types of @deepgram/sdk 5.13.0 and its pages on errors and on output). All options are
 * query parameters; the body is the text, a URL or the recording itself, and the response is the result.
 * Deepgram stores nothing, so there is no polling, cancellation or lookup.
 *
 * - There is no moderation. A 403 concerns a model that the account has no access to.
 * - A 503 does not state whether something was made, so the request stays in doubt.
 * - Without a language, Deepgram assumes English, so the adapter enables language detection where the model
 *   has it.
 * - Which reading of the price list of Nova-3 holds is not verified, so the row has the dearest one.
 */
const recordingBytesMax = 2_000_000_000;

const errorSchema = z.object({
  err_code: z.string().nullish(),
  err_msg: z.string().nullish(),
  category: z.string().nullish(),
  message: z.string().nullish(),
  details: z.string().nullish(),
});

const dialect: ErrorDialect = {
  read(body) {
    if (typeof body === "string") return { words: [], reason: body };
    const error = errorSchema.safeParse(body).data;
    const words = [error?.err_code, error?.category].flatMap((word) => word ?? []);
    const told = [error?.message, error?.details].flatMap((part) => part ?? []).join(" ");
    return { words, reason: error?.err_msg ?? (told === "" ? undefined : told) };
  },
  rules: [
    { status: [402, 403], words: ["ASR_PAYMENT_REQUIRED"], code: "provider_balance_empty" },
    { status: 403, words: ["INSUFFICIENT_PERMISSIONS"], code: "model_not_available" },
    // The recording did not arrive completely.
    { status: 422, words: ["ASR_UNPROCESSABLE_ENTITY"], code: "provider_overloaded" },
  ],
};

const client = createClient(provider, dialect);

export const deepgram: ProviderAdapter = {
  async submit(request, call) {
    const maker = makers[request.capability];
    if (maker === undefined) throw new AppError("model_lacks_capability");
    return maker(request, call);
  },

  async checkHealth(call) {
    await client.nothing("GET", "/v1/projects", { call, paid: false });
  },
};

const makers: Partial<
  Record<Capability, (request: AdapterRequest, call: ProviderCall) => Promise<SubmitResult>>
> = {
  "text-to-speech": speak,
  "speech-to-text": transcribe,
};

async function speak(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { text, ...values } = mapForProvider(request).values;
  // Raw samples are requested without the default container.
  const bare = request.parameters.format?.toLowerCase() === "pcm" ? { container: "none" } : {};
  const options: Values = { ...bare, ...values };
  checkSound(options);
  const answer = await client.answer("POST", pathOf("/v1/speak", request, options), {
    call,
    paid: true,
    headers: { accept: "*/*" },
    body: { text },
  });
  return succeeded({ files: [soundFile(answer, options)] }, answer.requestId);
}

/** Media types of Deepgram's encodings without a container. */
const soundTypes: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  linear16: "audio/pcm",
  flac: "audio/flac",
  opus: "audio/opus",
  aac: "audio/aac",
  mulaw: "audio/basic",
  alaw: "audio/pcma",
};

function soundFile({ bytes, contentType }: ProviderResponse, { encoding }: Values): AdapterFile {
  const known = typeof encoding === "string" ? soundTypes[encoding] : undefined;
  return bytesFile(bytes, { family: "audio", contentType: known ?? contentType, paid: true });
}

const timesSchema = {
  start: z.number().min(0),
  end: z.number().min(0),
  speaker: z.int().nullish(),
};

/** The text decides: it is paid for, so that unreadable times must not lose it. */
const answerSchema = z.object({
  metadata: z
    .object({
      request_id: z.string().nullish(),
      duration: z.number().min(0).nullish().catch(null),
    })
    .nullish(),
  results: z.object({
    channels: z.array(
      z.object({
        detected_language: z.string().nullish().catch(null),
        alternatives: z
          .array(
            z.object({
              transcript: z.string().nullish(),
              paragraphs: z.object({ transcript: z.string().nullish() }).nullish(),
              words: z
                .array(
                  z.object({
                    ...timesSchema,
                    word: z.string(),
                    punctuated_word: z.string().nullish(),
                    confidence: z.number().nullish(),
                  }),
                )
                .nullish()
                .catch(null),
            }),
          )
          .nullish(),
      }),
    ),
    utterances: z
      .array(z.object({ ...timesSchema, transcript: z.string() }))
      .nullish()
      .catch(null),
  }),
});
type Answer = z.output<typeof answerSchema>;

async function transcribe(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { inputsAreReachable, parameters, parameterSchema } = request;
  const { values, inputs } = mapForProvider(request, {
    inputFormat: inputsAreReachable ? "uri" : "binary",
  });
  const [recording] = inputsAt(request, Object.values(inputs).flat());
  if (recording === undefined) throw new AppError("input_missing");
  checkBytes(recording, recordingBytesMax);
  const canDetect = parameterSchema.properties?.["detect_language"] !== undefined;
  const { diarize, ...others } = values;
  const options: Values = {
    smart_format: true,
    ...(canDetect && values["language"] === undefined ? { detect_language: true } : {}),
    // Off by default; not sent, because a model for speakers may be named instead.
    ...(diarize === true ? { diarize } : {}),
    ...others,
  };
  const { data, answer } = await client.json("POST", pathOf("/v1/listen", request, options), {
    call,
    paid: true,
    ...(inputsAreReachable ? { body: { url: recording.url } } : { stream: recording }),
    schema: answerSchema,
  });
  const isDetailed = parameters.timestamps === true || details.some((name) => options[name]);
  const text = textOf(data);
  const language = typeof options["language"] === "string" ? options["language"] : undefined;
  const files = [
    textFile(text),
    ...(isDetailed ? [transcriptFile(toTimes(data, { text, language }))] : []),
  ];
  return succeeded({ files }, answer.requestId ?? data.metadata?.request_id);
}

/** Options whose results a plain text cannot represent. */
const details = ["diarize", "diarize_model", "utterances"] as const;

/** Transcript of all channels, in the order of the times. */
function toTimes(
  { metadata, results: { channels, utterances } }: Answer,
  { text, language }: { text: string; language: string | undefined },
): Transcript {
  const words = channels
    .flatMap(({ alternatives }) => alternatives?.[0]?.words ?? [])
    .toSorted((one, other) => one.start - other.start);
  const found = channels[0]?.detected_language ?? language;
  return toTranscript({
    text,
    ...(found === undefined ? {} : { language: found }),
    ...(metadata?.duration == null ? {} : { duration: metadata.duration }),
    words: words.map((word) => ({
      word: word.punctuated_word ?? word.word,
      ...timesOf(word),
      ...(word.confidence == null ? {} : { confidence: word.confidence }),
    })),
    segments: utterances?.map((part) => ({ text: part.transcript, ...timesOf(part) })),
  });
}

function timesOf({
  start,
  end,
  speaker,
}: {
  start: number;
  end: number;
  speaker?: number | null | undefined;
}): { start: number; end: number; speaker?: string } {
  return { start, end, ...(speaker == null ? {} : { speaker: `speaker_${speaker}` }) };
}

function textOf({ results: { channels } }: Answer): string {
  const texts = channels.map(({ alternatives }) => {
    const best = alternatives?.[0];
    return best?.paragraphs?.transcript ?? best?.transcript;
  });
  if (texts.every((text) => text == null)) throw unreadable(true, "an answer without a transcript");
  const text = texts.flatMap((each) => each?.trim() || []).join("\n\n");
  if (text === "") {
    throw new AppError("provider_failed", { details: { reason: "no speech was found" } });
  }
  return text;
}

type Values = Readonly<Record<string, unknown>>;

/** Adds the model and the options as query parameters. A list repeats its parameter. */
function pathOf(path: string, { upstreamModel }: AdapterRequest, options: Values): string {
  const query = new URLSearchParams({ model: upstreamModel });
  for (const [name, value] of Object.entries(options)) {
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  return `${path}?${query.toString()}`;
}

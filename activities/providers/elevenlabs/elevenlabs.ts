import type {
  AdapterFile,
  AdapterRequest,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import type { ProviderResponse } from "#activities/providers/http.ts";
import {
  inputsAt,
  mapForProvider,
  toBody,
  toFormParts,
} from "#activities/providers/map-for-provider.ts";
import { bytesFile, succeeded } from "#activities/providers/result-file.ts";
import { AppError } from "#domain/errors.ts";
import type { Capability } from "#domain/requests/capability.ts";

import { client, dialect, fileParts } from "./elevenlabs-client.ts";
import { transcribe, transcripts } from "./elevenlabs-transcript.ts";

/**
 * Adapter of ElevenLabs (types of @elevenlabs/elevenlabs-js 2.73.0; error codes of recorded responses, 2026).
 * Each response contains the result, audio as bytes and transcripts as JSON, so there is no polling,
 * cancellation or lookup, and a lost response stays lost. Operators can have transcripts made in the
 * background instead. The history of generations holds no client reference, so it cannot identify a request.
 *
 * - An empty quota and an unpaid invoice are a 401, like a wrong key: only the error code differs.
 * - A 402 `paid_plan_required` concerns the requested voice, not the balance.
 * - A voice that does not exist is a 404, which is the caller's error when the request names the voice.
 *   Accounts made after March 2026 are said to lack the older default voices; that is not verified.
 * - Eleven v3 refuses surrounding text, Multilingual v2 a language. Whether v3 takes a pace is not verified
 *   (reports disagree), so that the row does not offer it.
 * - The health check lists models: a restricted key needs the permission `models_read`.
 * - Key terms, edits and redactions of Scribe cost a surcharge that a catalog row cannot express, so the row
 *   does not offer them.
 */
const changerBytesMax = 50_000_000;
/** The vendor publishes no limit. */
const isolationBytesMax = 500_000_000;
/** 40 minutes of uncompressed speech. */
const soundBytesMax = 256 * 1024 * 1024;

/**
 * Error format for a voice that the engine chose. Accounts have different default voices, so a missing one is
 * not the caller's fault.
 */
const chosenVoiceDialect: ErrorDialect = {
  ...dialect,
  rules: [{ words: ["voice_not_found"], code: "model_not_available" }, ...dialect.rules],
};

export const elevenlabs: ProviderAdapter = {
  async submit(request, call) {
    const maker = makers[request.capability];
    if (maker === undefined) throw new AppError("model_lacks_capability");
    return maker(request, call);
  },

  ...transcripts,

  async checkHealth(call) {
    await client.nothing("GET", "/v1/models", { call, paid: false });
  },
};

const makers: Partial<
  Record<Capability, (request: AdapterRequest, call: ProviderCall) => Promise<SubmitResult>>
> = {
  "text-to-speech": speak,
  "speech-to-speech": changeVoice,
  "speech-to-text": transcribe,
  restoration: isolate,
  enhancement: isolate,
};

async function speak(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { voice, format, fields } = split(mapForProvider(request).values);
  const answer = await client.answer("POST", `/v1/text-to-speech/${voice}`, {
    call,
    paid: true,
    dialect: saysVoice(request) ? dialect : chosenVoiceDialect,
    headers: { accept: "*/*" },
    query: { output_format: format },
    body: { ...fields, model_id: request.upstreamModel },
    responseBytesMax: soundBytesMax,
  });
  return succeeded({ files: [soundFile(answer, format)] }, answer.requestId);
}

async function changeVoice(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { values, inputs } = mapForProvider(request);
  const { voice, format, fields } = split(values);
  const answer = await client.answer("POST", `/v1/speech-to-speech/${voice}`, {
    call,
    paid: true,
    dialect: saysVoice(request) ? dialect : chosenVoiceDialect,
    headers: { accept: "*/*" },
    query: { output_format: format },
    form: [
      ...toFormParts({ ...fields, model_id: request.upstreamModel }),
      ...fileParts("audio", inputsAt(request, inputs["audio"] ?? []), changerBytesMax),
    ],
    responseBytesMax: soundBytesMax,
  });
  return succeeded({ files: [soundFile(answer, format)] }, answer.requestId);
}

async function isolate(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { values, inputs } = mapForProvider(request);
  const answer = await client.answer("POST", "/v1/audio-isolation", {
    call,
    paid: true,
    headers: { accept: "*/*" },
    form: [
      ...toFormParts(values),
      ...fileParts("audio", inputsAt(request, inputs["audio"] ?? []), isolationBytesMax),
    ],
    responseBytesMax: soundBytesMax,
  });
  return succeeded({ files: [soundFile(answer, "mp3")] }, answer.requestId);
}

function saysVoice({ parameters: { voice, modelParameters } }: AdapterRequest): boolean {
  return voice?.name !== undefined || modelParameters?.["voice_id"] !== undefined;
}

interface Spoken {
  /** Encoded as a path segment. */
  readonly voice: string;
  readonly format: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Separates the values for the path and the query from the rest. */
function split({
  voice_id: voice,
  output_format: format,
  ...rest
}: Readonly<Record<string, unknown>>): Spoken {
  const name = String(voice);
  return {
    voice: encodeURIComponent(voices.get(name.toLowerCase()) ?? name),
    format: typeof format === "string" ? format : "mp3_44100_128",
    fields: toBody(rest),
  };
}

/** Ids of the default voices by name. Other voices are named by id. */
const voices: ReadonlyMap<string, string> = new Map([
  ["adam", "pNInz6obpgDQGcFmaJgB"],
  ["alice", "Xb7hH8MSUJpSbSDYk0k2"],
  ["bill", "pqHfZKP75CvOlQylNhV4"],
  ["chris", "iP95p4xoKVk53GoZ742B"],
  ["daniel", "onwK4e9ZLuTAKqWW03F9"],
  ["george", "JBFqnCBsd6RMkjVDRZzb"],
  ["jessica", "cgSgspJ2msm6clMCkdW9"],
  ["laura", "FGY2WhTYpPnrIDTdsKH5"],
  ["lily", "pFZP5JQG7iQjIQuC4Bku"],
  ["matilda", "XrExE9yKIg1WjnnlVkGX"],
  ["roger", "CwhRBWXzGAHq8TQ4Fs17"],
  ["sarah", "EXAVITQu4vr4xnSDxMaL"],
  ["will", "bIHbv24MWmeRgasZH58o"],
]);

/** Media types by the first part of a format's name; sample and bit rates follow. */
const soundTypes: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  opus: "audio/opus",
  pcm: "audio/pcm",
  ulaw: "audio/basic",
  alaw: "audio/pcma",
};

function soundFile({ bytes, contentType }: ProviderResponse, format: string): AdapterFile {
  const [codec = ""] = format.split("_");
  return bytesFile(bytes, {
    family: "audio",
    contentType: soundTypes[codec] ?? contentType,
    paid: true,
  });
}

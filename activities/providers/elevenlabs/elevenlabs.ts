import type {
  AdapterFile,
  AdapterRequest,
  ProviderAdapter,
  ProviderCall,
  SubmitAnswer,
} from "#activities/providers/adapter.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import type { ProviderAnswer } from "#activities/providers/http.ts";
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
 * ElevenLabs (types of @elevenlabs/elevenlabs-js 2.73.0; error words of recorded answers, 2026): each
 * request is answered with its result, sound as bytes and transcripts as JSON, so there is nothing to
 * poll, to stop or to look up, and an answer that is lost is lost; transcripts may be made in the
 * background instead, where operators choose it. The list of what was made holds no reference of ours,
 * so it cannot tell one request from another.
 *
 * - An empty quota and an unpaid invoice are a 401, as a wrong key is: only the word tells.
 * - A 402 `paid_plan_required` is about the voice that was asked for, not about the balance.
 * - A voice that does not exist is a 404, which is the caller's if he named it. Accounts made after
 *   March 2026 are said to lack the older default voices; that is not verified.
 * - Eleven v3 refuses the text around, Multilingual v2 a language. Whether v3 takes a pace is not
 *   verified (reports disagree), so that the row does not offer it.
 * - The health check lists models: a restricted key needs the permission `models_read`.
 * - Key terms, edits and redactions of Scribe cost extra by a share that a row cannot state, and are
 *   not in it.
 */
const changerBytesMax = 50_000_000;
/** Not published. */
const isolationBytesMax = 500_000_000;
/** Forty minutes of speech without compression. */
const soundBytesMax = 256 * 1024 * 1024;

/** Accounts differ in the default voices that they have: one that we chose is not the caller's fault. */
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
  Record<Capability, (request: AdapterRequest, call: ProviderCall) => Promise<SubmitAnswer>>
> = {
  "text-to-speech": speak,
  "speech-to-speech": changeVoice,
  "speech-to-text": transcribe,
  restoration: isolate,
  enhancement: isolate,
};

async function speak(request: AdapterRequest, call: ProviderCall): Promise<SubmitAnswer> {
  const { voice, format, fields } = split(mapForProvider(request).values);
  const answer = await client.answer("POST", `/v1/text-to-speech/${voice}`, {
    call,
    paid: true,
    dialect: saysVoice(request) ? dialect : chosenVoiceDialect,
    headers: { accept: "*/*" },
    query: { output_format: format },
    body: { ...fields, model_id: request.upstreamModel },
    answerBytesMax: soundBytesMax,
  });
  return succeeded({ files: [soundFile(answer, format)] }, answer.requestId);
}

async function changeVoice(request: AdapterRequest, call: ProviderCall): Promise<SubmitAnswer> {
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
    answerBytesMax: soundBytesMax,
  });
  return succeeded({ files: [soundFile(answer, format)] }, answer.requestId);
}

async function isolate(request: AdapterRequest, call: ProviderCall): Promise<SubmitAnswer> {
  const { values, inputs } = mapForProvider(request);
  const answer = await client.answer("POST", "/v1/audio-isolation", {
    call,
    paid: true,
    headers: { accept: "*/*" },
    form: [
      ...toFormParts(values),
      ...fileParts("audio", inputsAt(request, inputs["audio"] ?? []), isolationBytesMax),
    ],
    answerBytesMax: soundBytesMax,
  });
  return succeeded({ files: [soundFile(answer, "mp3")] }, answer.requestId);
}

function saysVoice({ parameters: { voice, modelParameters } }: AdapterRequest): boolean {
  return voice?.name !== undefined || modelParameters?.["voice_id"] !== undefined;
}

interface Spoken {
  /** As a part of a path. */
  readonly voice: string;
  readonly format: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What belongs into the path and the query, and the rest. */
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

/** Default voices by the names that they have there; all others go by their id. */
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

/** What the first word of a format is as a file; names of formats go on with rates. */
const soundTypes: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  opus: "audio/opus",
  pcm: "audio/pcm",
  ulaw: "audio/basic",
  alaw: "audio/pcma",
};

function soundFile({ bytes, contentType }: ProviderAnswer, format: string): AdapterFile {
  const [codec = ""] = format.split("_");
  return bytesFile(bytes, {
    family: "audio",
    contentType: soundTypes[codec] ?? contentType,
    paid: true,
  });
}

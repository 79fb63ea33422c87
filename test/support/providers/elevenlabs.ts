import { createHmac } from "node:crypto";

import { mediaFile, type MediaName } from "./media-files.ts";
import { receivedForm, receivedJson, wordIn } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Received,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

const traced = { "x-trace-id": "b736e114506d20210112110b377c6f9b" };

/** The shape since 2026; before, there were only `status` and `message`. */
function refusal(
  status: number,
  {
    type,
    code,
    message,
    word = code,
  }: { type: string; code: string; message: string; word?: string },
): SimulatorAnswer {
  return { status, headers: traced, json: { detail: { type, code, message, status: word } } };
}

/** How its framework answers what does not fit the types. */
function misfit(place: string, message: string): SimulatorAnswer {
  const [container, name] = place.split(".");
  return {
    status: 422,
    headers: traced,
    json: { detail: [{ type: "value_error", loc: [container, name], msg: message, input: null }] },
  };
}

const characters: Readonly<Record<string, number>> = {
  eleven_v3: 5_000,
  eleven_multilingual_v2: 10_000,
  eleven_flash_v2_5: 40_000,
};
const changers = ["eleven_multilingual_sts_v2", "eleven_english_sts_v2"];
const scribes = ["scribe_v1", "scribe_v2"];

const voices = new Map([
  ["JBFqnCBsd6RMkjVDRZzb", "George"],
  ["EXAVITQu4vr4xnSDxMaL", "Sarah"],
  ["cgSgspJ2msm6clMCkdW9", "Jessica"],
  ["pNInz6obpgDQGcFmaJgB", "Adam"],
]);

const outputFormats =
  /^(mp3_(22050_32|24000_48|44100_(32|64|96|128|192))|(pcm|wav)_(8000|16000|22050|24000|32000|44100|48000)|opus_48000_(32|64|96|128|192)|[ua]law_8000)$/;

/** The webhook of the workspace. */
export const workspaceWebhook = "wh_sim";

interface Transcript {
  readonly words: readonly string[];
  readonly metadata: unknown;
  polls: number;
}

export interface Elevenlabs extends Simulator {
  /** Sends word of all transcripts in the background to the workspace's address; what it answers. */
  sendWebhooks(address: string, secret: string): Promise<number[]>;
}

/**
 * api.elevenlabs.io as @elevenlabs/elevenlabs-js 2.73.0 types it: each request is answered at once, but
 * for transcripts that go to the workspace's webhook.
 */
export async function startElevenlabs(): Promise<Elevenlabs> {
  const transcripts = new Map<string, Transcript>();
  const protocol: Protocol = {
    isPaid: ({ method }) => method === "POST",
    refusals: {
      balance: refusal(401, {
        type: "quota_exceeded",
        code: "quota_exceeded",
        message: "This request exceeds your quota of 10000. You have 0 credits remaining.",
      }),
      unpaid: refusal(401, {
        type: "payment_required",
        code: "payment_issue",
        message: "Complete the latest invoice to continue usage.",
      }),
      old_balance: {
        status: 401,
        headers: traced,
        json: { detail: { status: "quota_exceeded", message: "This request exceeds your quota." } },
      },
      plan: refusal(402, {
        type: "payment_required",
        code: "paid_plan_required",
        word: "payment_required",
        message: "Free users cannot use library voices via the API.",
      }),
      format: refusal(403, {
        type: "authorization_error",
        code: "output_format_not_allowed",
        message: "Output format 'wav_44100' is only available on the Pro tier and above.",
      }),
      moderated: refusal(403, {
        type: "authorization_error",
        code: "content_against_policy",
        message: "We are sorry but text you are trying to use may violate our Terms of Service.",
      }),
      rate_limited: refusal(429, {
        type: "rate_limit_error",
        code: "too_many_concurrent_requests",
        message: "Too many concurrent requests. Your current subscription allows 2.",
      }),
      concurrent: refusal(429, {
        type: "rate_limit_error",
        code: "concurrent_limit_exceeded",
        message: "Too many concurrent requests.",
      }),
      busy: refusal(429, {
        type: "rate_limit_error",
        code: "system_busy",
        message: "We are experiencing heavy traffic.",
      }),
      invalid: misfit("body.text", "Field required"),
      unknown_voice: voiceNotFound("nobody"),
      retired: modelNotFound("eleven_v0"),
      permissions: refusal(401, {
        type: "authentication_error",
        code: "missing_permissions",
        message: "The API key you used is missing the permission text_to_speech.",
      }),
    },
    async answer(request, world) {
      if (request.headers["xi-api-key"] !== simulatorKey) {
        return refusal(401, {
          type: "authentication_error",
          code: "invalid_api_key",
          message: `Invalid API key ${request.headers["xi-api-key"] ?? ""}`,
        });
      }
      const [, , place, voice, ...deeper] = request.url.pathname.split("/");
      const [id, ...deepest] = deeper;
      const isTranscript = place === "speech-to-text" && voice === "transcripts";
      if (isTranscript && id !== undefined && deepest.length === 0 && request.method === "GET") {
        return asked(decodeURIComponent(id), transcripts, world);
      }
      if (deeper.length > 0) return { status: 404, json: { detail: "Not Found" } };
      switch (`${request.method} ${place}`) {
        case "GET models":
          return { headers: traced, json: listedModels() };
        case "POST text-to-speech":
          return spoken(request, decodeURIComponent(voice ?? ""));
        case "POST speech-to-speech":
          return changed(request, decodeURIComponent(voice ?? ""));
        case "POST speech-to-text":
          return transcribed(request, transcripts, world);
        case "POST audio-isolation":
          return isolated(request);
        default:
          return { status: 404, json: { detail: "Not Found" } };
      }
    },
  };
  return {
    ...(await startSimulator(protocol)),
    sendWebhooks: async (address, secret) =>
      Promise.all([...transcripts].map(async ([id, each]) => send(id, each, { address, secret }))),
  };
}

async function send(
  id: string,
  { words, metadata }: Transcript,
  { address, secret }: { address: string; secret: string },
): Promise<number> {
  const time = Math.floor(Date.now() / 1_000);
  const data = {
    request_id: `req_${id}`,
    webhook_metadata: metadata,
    transcription: transcript(words, id),
  };
  const body = JSON.stringify({
    type: "speech_to_text_transcription",
    event_timestamp: time,
    data,
  });
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  const { status } = await fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "elevenlabs-signature": `t=${time},v0=${signature}`,
    },
    body,
  });
  return status;
}

function asked(
  id: string,
  transcripts: ReadonlyMap<string, Transcript>,
  { scenario }: World,
): SimulatorAnswer {
  const known = transcripts.get(id);
  if (known !== undefined) known.polls += 1;
  if (known === undefined || known.polls <= (scenario.runningPolls ?? 1)) {
    return refusal(404, {
      type: "not_found",
      code: "transcript_not_found",
      message: `A transcript with id '${id}' was not found.`,
    });
  }
  return { headers: traced, json: transcript(known.words, id) };
}

function listedModels(): unknown[] {
  return [...Object.keys(characters), ...changers].map((model_id) => ({
    model_id,
    name: model_id,
    can_do_text_to_speech: model_id in characters,
    can_do_voice_conversion: changers.includes(model_id),
    maximum_text_length_per_request: characters[model_id] ?? 10_000,
    languages: [{ language_id: "en", name: "English" }],
  }));
}

function voiceNotFound(voice: string): SimulatorAnswer {
  return refusal(404, {
    type: "not_found",
    code: "voice_not_found",
    message: `A voice with voice_id '${voice}' was not found.`,
  });
}

function modelNotFound(model: string): SimulatorAnswer {
  return refusal(400, {
    type: "validation_error",
    code: "model_not_found",
    message: `A model with model ID ${model} does not exist.`,
  });
}

type Fields = Readonly<Record<string, unknown>>;

function unknownField(fields: Fields, allowed: readonly string[]): SimulatorAnswer | null {
  const name = Object.keys(fields).find((each) => !allowed.includes(each));
  return name === undefined ? null : misfit(`body.${name}`, "Extra inputs are not permitted");
}

const speechFields = [
  "text",
  "model_id",
  "language_code",
  "voice_settings",
  "pronunciation_dictionary_locators",
  "seed",
  "previous_text",
  "next_text",
  "previous_request_ids",
  "next_request_ids",
  "use_pvc_as_ivc",
  "apply_text_normalization",
  "apply_language_text_normalization",
];
const settingFields = ["stability", "use_speaker_boost", "similarity_boost", "style", "speed"];

function spoken(request: Received, voice: string): SimulatorAnswer {
  const fields = receivedJson(request);
  const problem =
    unknownField(fields, speechFields) ?? settingsProblem(fields["voice_settings"] ?? {});
  if (problem !== null) return problem;
  const { text } = fields;
  const model = wordIn(fields, "model_id") ?? "eleven_multilingual_v2";
  const charactersMax = characters[model];
  if (typeof text !== "string") return misfit("body.text", "Field required");
  if (!voices.has(voice)) return voiceNotFound(voice);
  if (charactersMax === undefined) return modelNotFound(model);
  if (text.length > charactersMax) {
    return unfit("max_character_limit_exceeded", `The limit is ${charactersMax} characters.`);
  }
  if (fields["language_code"] !== undefined && model === "eleven_multilingual_v2") {
    return unfit("unsupported_language", `Model '${model}' does not support language_code.`);
  }
  if (model === "eleven_v3" && ("previous_text" in fields || "next_text" in fields)) {
    return unfit("unsupported_model", "Providing previous_text or next_text is not yet supported.");
  }
  return sound(request, { "character-cost": String(text.length) });
}

function unfit(word: string, message: string): SimulatorAnswer {
  return refusal(400, { type: "validation_error", code: "invalid_parameters", word, message });
}

function settingsProblem(settings: unknown): SimulatorAnswer | null {
  if (typeof settings !== "object" || settings === null) {
    return misfit("body.voice_settings", "Input should be a valid dictionary");
  }
  const fields = settings as Fields;
  const speed = Number(fields["speed"] ?? 1);
  if (speed < 0.7 || speed > 1.2) {
    return unfit("invalid_voice_settings", "Speed must be between 0.7 and 1.2.");
  }
  return unknownField(fields, settingFields);
}

async function changed(request: Received, voice: string): Promise<SimulatorAnswer> {
  const form = await receivedForm(request);
  const fields = textsOf(form);
  const settings = fields["voice_settings"];
  const problem =
    unknownField(fields, [
      "model_id",
      "voice_settings",
      "seed",
      "remove_background_noise",
      "file_format",
    ]) ?? settingsProblem(settings === undefined ? {} : JSON.parse(settings));
  if (problem !== null) return problem;
  if (!isFile(form.get("audio"))) return misfit("body.audio", "Field required");
  if (!voices.has(voice)) return voiceNotFound(voice);
  const model = fields["model_id"] ?? "eleven_english_sts_v2";
  if (!changers.includes(model)) return modelNotFound(model);
  return sound(request, { "character-cost": "17" });
}

async function isolated(request: Received): Promise<SimulatorAnswer> {
  const form = await receivedForm(request);
  const problem = unknownField(textsOf(form), ["file_format", "preview_b64"]);
  if (problem !== null) return problem;
  if (!isFile(form.get("audio"))) return misfit("body.audio", "Field required");
  return { headers: made({}), bytes: mediaFile("mp3"), contentType: "audio/mpeg" };
}

function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

function isFile(entry: unknown): entry is File {
  return entry instanceof File && entry.size > 0;
}

function made(more: Readonly<Record<string, string>>): Record<string, string> {
  return {
    "request-id": "req_sim",
    "history-item-id": "VW7YKqPnjY4h39yTbx2L",
    "current-concurrent-requests": "1",
    "maximum-concurrent-requests": "15",
    ...more,
  };
}

const containers: Readonly<Record<string, [MediaName, string]>> = {
  mp3: ["mp3", "audio/mpeg"],
  wav: ["wav", "audio/wav"],
  opus: ["ogg", "audio/opus"],
};
/** A second of nothing. */
const samples = Buffer.alloc(8_000, 0x55);

function sound({ url }: Received, more: Readonly<Record<string, string>>): SimulatorAnswer {
  const format = url.searchParams.get("output_format") ?? "mp3_44100_128";
  if (!outputFormats.test(format)) return misfit("query.output_format", "Input should be one of");
  const [codec = ""] = format.split("_");
  const container = containers[codec];
  if (container === undefined) {
    return { headers: made(more), bytes: samples, contentType: `audio/${codec}` };
  }
  const [file, contentType] = container;
  return { headers: made(more), bytes: mediaFile(file), contentType };
}

const transcriptFields = [
  "model_id",
  "language_code",
  "tag_audio_events",
  "num_speakers",
  "timestamps_granularity",
  "diarize",
  "diarization_threshold",
  "file_format",
  "source_url",
  "cloud_storage_url",
  "webhook",
  "webhook_id",
  "webhook_metadata",
  "temperature",
  "seed",
  "no_verbatim",
  "keyterms",
];

async function transcribed(
  request: Received,
  transcripts: Map<string, Transcript>,
  world: World,
): Promise<SimulatorAnswer> {
  const form = await receivedForm(request);
  const fields = textsOf(form);
  const problem = unknownField(fields, transcriptFields);
  if (problem !== null) return problem;
  const model = fields["model_id"];
  if (model === undefined) return misfit("body.model_id", "Field required");
  if (!scribes.includes(model)) return modelNotFound(model);
  const sources = [form.get("file"), fields["source_url"], fields["cloud_storage_url"]];
  if (sources.filter((source) => source != null).length !== 1) {
    return unfit("invalid_parameters", "Must provide either file or source_url.");
  }
  const isSilent = fields["source_url"]?.includes("silence") === true;
  const words = isSilent ? [] : ["A", "red", "fox."];
  if (fields["webhook"] !== "true") return { headers: made({}), json: transcript(words, "tr_sim") };
  if (fields["webhook_id"] !== undefined && fields["webhook_id"] !== workspaceWebhook) {
    return unfit("invalid_webhook_id", "The webhook does not exist in this workspace.");
  }
  const metadata: unknown = JSON.parse(fields["webhook_metadata"] ?? "null");
  const transcription_id = world.newId();
  transcripts.set(transcription_id, { words, metadata, polls: 0 });
  const message = "Request processed successfully. Transcription will be sent to the webhook.";
  return {
    status: 202,
    headers: made({}),
    json: { message, request_id: `req_${transcription_id}`, transcription_id },
  };
}

function transcript(words: readonly string[], transcription_id: string): object {
  return {
    language_code: "eng",
    language_probability: 0.98,
    text: words.join(" "),
    words: words.map((text, index) => ({
      text,
      start: index / 2,
      end: index / 2 + 0.4,
      type: "word",
      speaker_id: "speaker_0",
      logprob: -0.1,
    })),
    transcription_id,
    audio_duration_secs: 1.5,
  };
}

import {
  isFile,
  made,
  misfit,
  modelNotFound,
  refusal,
  textsOf,
  traced,
  unfit,
  unknownField,
  type Fields,
} from "./elevenlabs-answers.ts";
import {
  createElevenlabsTranscripts,
  type ElevenlabsTranscripts,
} from "./elevenlabs-transcripts.ts";
import { mediaFile, type MediaName } from "./media-files.ts";
import { receivedForm, receivedJson, wordIn } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Received,
  type Simulator,
  type SimulatorAnswer,
} from "./simulator.ts";

const characters: Readonly<Record<string, number>> = {
  eleven_v4: 10_000,
  eleven_v4_turbo: 5_000,
  eleven_v3: 5_000,
  eleven_multilingual_v2: 10_000,
  eleven_flash_v2_5: 40_000,
};
const changers = ["eleven_multilingual_sts_v2", "eleven_english_sts_v2"];
const voices = new Map([
  ["JBFqnCBsd6RMkjVDRZzb", "George"],
  ["EXAVITQu4vr4xnSDxMaL", "Sarah"],
  ["cgSgspJ2msm6clMCkdW9", "Jessica"],
  ["pNInz6obpgDQGcFmaJgB", "Adam"],
]);

const outputFormats =
  /^(mp3_(22050_32|24000_48|44100_(32|64|96|128|192))|(pcm|wav)_(8000|16000|22050|24000|32000|44100|48000)|opus_48000_(32|64|96|128|192)|[ua]law_8000)$/;

export type Elevenlabs = Simulator & Pick<ElevenlabsTranscripts, "sendWebhooks">;

/**
 * api.elevenlabs.io by the types of @elevenlabs/elevenlabs-js 2.73.0: every response contains the result,
 * except for transcripts that go to the workspace's webhook.
 */
export async function startElevenlabs(): Promise<Elevenlabs> {
  const transcripts = createElevenlabsTranscripts();
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
        return transcripts.ask(decodeURIComponent(id), world);
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
          return transcripts.create(request, world);
        case "POST audio-isolation":
          return isolated(request);
        default:
          return { status: 404, json: { detail: "Not Found" } };
      }
    },
  };
  return {
    ...(await startSimulator(protocol)),
    sendWebhooks: async (...given) => transcripts.sendWebhooks(...given),
  };
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

const containers: Readonly<Record<string, [MediaName, string]>> = {
  mp3: ["mp3", "audio/mpeg"],
  wav: ["wav", "audio/wav"],
  opus: ["ogg", "audio/opus"],
};
/** One second of samples; any bytes are valid. */
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

import { defineProvider } from "#catalog/define-provider.ts";
import {
  binary,
  boolean,
  choice,
  integer,
  number,
  parameters,
  string,
  uri,
} from "#catalog/parameters.ts";

/**
 * MP3 at 192 kbit/s needs the Creator plan, PCM and WAV at 44.1 kHz or more the Pro plan (types of the SDK);
 * others are a 403. The first format of a kind is the best that every plan has, and serves a plain "wav".
 */
const outputFormat = choice(
  [
    "mp3_22050_32",
    "mp3_24000_48",
    "mp3_44100_32",
    "mp3_44100_64",
    "mp3_44100_96",
    "mp3_44100_128",
    "mp3_44100_192",
    "pcm_32000",
    "pcm_8000",
    "pcm_16000",
    "pcm_22050",
    "pcm_24000",
    "pcm_44100",
    "pcm_48000",
    "wav_32000",
    "wav_8000",
    "wav_16000",
    "wav_22050",
    "wav_24000",
    "wav_44100",
    "wav_48000",
    "opus_48000_192",
    "opus_48000_32",
    "opus_48000_64",
    "opus_48000_96",
    "opus_48000_128",
    "ulaw_8000",
    "alaw_8000",
  ],
  { role: "format", default: "mp3_44100_128" },
);

/** Default voices, available on every plan: Sarah, Jessica, George, Adam. Any other id works, too. */
const voice = string({
  role: "voice",
  default: "JBFqnCBsd6RMkjVDRZzb",
  voices: {
    female: ["EXAVITQu4vr4xnSDxMaL", "cgSgspJ2msm6clMCkdW9"],
    male: ["JBFqnCBsd6RMkjVDRZzb", "pNInz6obpgDQGcFmaJgB"],
  },
});

const share = { minimum: 0, maximum: 1 };

const speechOptions = {
  voice_id: voice,
  seed: integer({ role: "seed", minimum: 0, maximum: 4294967295 }),
  output_format: outputFormat,
  apply_text_normalization: choice(["auto", "on", "off"]),
  "voice_settings.similarity_boost": number(share),
};

/** Options that Eleven v3 refuses or ignores: pace, style and the surrounding text. */
const secondGeneration = {
  "voice_settings.speed": number({ role: "speed", minimum: 0.7, maximum: 1.2 }),
  "voice_settings.stability": number(share),
  "voice_settings.style": number(share),
  "voice_settings.use_speaker_boost": boolean(),
  previous_text: string(),
  next_text: string(),
};

export default defineProvider({
  slug: "elevenlabs",
  name: "ElevenLabs",
  description: "Speech synthesis, voice conversion, transcription and voice isolation",
  mentions: { withUse: "eleven ?labs", alone: "eleven ?labs" },
  tier: "core",
  integrated: true,
  baseUrl: "https://api.elevenlabs.io",
  setting: "ELEVENLABS_API_KEY",
  auth: { header: "xi-api-key", format: "{key}" },
  options: {
    ELEVENLABS_WEBHOOK_ID: {
      description:
        "The webhook of your ElevenLabs workspace that leads to `/provider-webhooks/elevenlabs`. With it transcripts are made in the background.",
      // Only a signed webhook finds a transcript whose response was lost.
      requires: "ELEVENLABS_WEBHOOK_SECRET",
    },
  },
  idempotency: "none",
  poll: {
    intervalSecondsMin: null,
    statuses: { running: ["HTTP 404"], failed: ["HTTP 4xx/5xx"] },
  },
  result: {
    expiresAfterSeconds: null,
    expiry: "n/a",
  },
  cancel: null,
  webhook: {
    register: "workspace webhook, webhook_id; metadata of the request is repeated",
    signature: "ElevenLabs-Signature HMAC",
    accepted: {
      // Its SDK's `webhooks.constructEvent`.
      verify: {
        scheme: "timestamp",
        header: "elevenlabs-signature",
        version: "v0",
        setting: "ELEVENLABS_WEBHOOK_SECRET",
      },
      ofAccount: true,
      fields: {
        requestId: ["data.transcription.transcription_id", "data.transcription_id"],
        status: ["type"],
        token: "data.webhook_metadata.submission",
      },
    },
  },
  limits: {
    note: "concurrency by plan, Free 2 .. Scale 15",
  },
  confidence:
    "high: SDK types + docs 2026-07; error codes from responses recorded by others in 2026; no real call by this project; not verified: whether accounts made after March 2026 have all default voices",
  models: [
    {
      id: "eleven_v4",
      upstreamModel: "eleven_v4",
      name: "Eleven v4",
      description: "The newest expressive voices, with audio tags; 10,000 characters at most.",
      contentType: "audio",
      capabilities: ["text-to-speech"],
      endpoints: ["POST /v1/text-to-speech/{voice_id}"],
      transports: ["sync-binary"],
      parameters: parameters(["voice_id", "text"], {
        text: string({ role: "text", maxLength: 10000 }),
        ...speechOptions,
        language_code: string({ role: "language" }),
      }),
      pricing: {
        typicalJob: "1,000 characters",
        typicalUsd: 0.08,
        confidence:
          "resellers' lists of 2026-11 without their margin: Vercel, Venice and inference.sh; vendor page not seen",
      },
      priced: { characters: 1000 },
      quality: 3,
      typicalSeconds: 8,
      lifecycle: { status: "active" },
      verification:
        "named in the types of the SDK 2.73.0; not verified: its settings and its longest text",
    },
    {
      id: "eleven_v4_turbo",
      upstreamModel: "eleven_v4_turbo",
      name: "Eleven v4 Turbo",
      description: "The quick v4 at half its price, with audio tags.",
      contentType: "audio",
      capabilities: ["text-to-speech"],
      endpoints: ["POST /v1/text-to-speech/{voice_id}"],
      transports: ["sync-binary"],
      parameters: parameters(["voice_id", "text"], {
        text: string({ role: "text", maxLength: 5000 }),
        ...speechOptions,
        language_code: string({ role: "language" }),
      }),
      pricing: {
        typicalJob: "1,000 characters",
        typicalUsd: 0.04,
        confidence:
          "resellers' lists of 2026-11 without their margin: Venice and muapi; vendor page not seen",
      },
      priced: { characters: 1000 },
      quality: 2,
      typicalSeconds: 4,
      lifecycle: { status: "active" },
      verification:
        "named in the types of the SDK 2.73.0; not verified: its settings and its longest text",
    },
    {
      id: "eleven_v3",
      upstreamModel: "eleven_v3",
      name: "Eleven v3",
      description:
        "The most expressive voices, with audio tags for emotion; 5,000 characters at most.",
      contentType: "audio",
      capabilities: ["text-to-speech"],
      endpoints: ["POST /v1/text-to-speech/{voice_id}"],
      transports: ["sync-binary"],
      parameters: parameters(["voice_id", "text"], {
        text: string({ role: "text", maxLength: 5000 }),
        ...speechOptions,
        language_code: string({ role: "language" }),
        "voice_settings.stability": number({ ...share, multipleOf: 0.5 }),
      }),
      pricing: {
        typicalJob: "1,000 characters",
        typicalUsd: 0.1,
        confidence:
          "vendor's list as quoted by two readers (2026-04 and 2026-06); a reseller asks 0.08",
      },
      priced: { characters: 1000 },
      quality: 3,
      typicalSeconds: 8,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
    {
      id: "eleven_multilingual_v2",
      upstreamModel: "eleven_multilingual_v2",
      name: "Eleven Multilingual v2",
      description: "Stable long-form speech in many languages.",
      contentType: "audio",
      capabilities: ["text-to-speech"],
      endpoints: ["POST /v1/text-to-speech/{voice_id}"],
      transports: ["sync-binary"],
      parameters: parameters(["voice_id", "text"], {
        text: string({ role: "text", maxLength: 10000 }),
        ...speechOptions,
        ...secondGeneration,
      }),
      pricing: {
        typicalJob: "1,000 characters",
        typicalUsd: 0.1,
        confidence: "documented",
      },
      priced: { characters: 1000 },
      quality: 3,
      typicalSeconds: 6,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
    {
      id: "eleven_flash_v2_5",
      upstreamModel: "eleven_flash_v2_5",
      name: "Eleven Flash v2.5",
      description: "Quick and cheap speech in many languages, up to 40,000 characters.",
      contentType: "audio",
      capabilities: ["text-to-speech"],
      endpoints: ["POST /v1/text-to-speech/{voice_id}"],
      transports: ["sync-binary"],
      parameters: parameters(["voice_id", "text"], {
        text: string({ role: "text", maxLength: 40000 }),
        ...speechOptions,
        ...secondGeneration,
        language_code: string({ role: "language" }),
      }),
      pricing: {
        typicalJob: "1,000 characters",
        typicalUsd: 0.05,
        confidence: "documented",
      },
      priced: { characters: 1000 },
      quality: 2,
      typicalSeconds: 2,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
    {
      id: "eleven_multilingual_sts_v2",
      upstreamModel: "eleven_multilingual_sts_v2",
      name: "Eleven Multilingual Voice Changer v2",
      description: "Speaks a recording again in another voice and keeps its delivery.",
      contentType: "audio",
      capabilities: ["speech-to-speech"],
      endpoints: ["POST /v1/speech-to-speech/{voice_id}"],
      transports: ["sync-binary"],
      parameters: parameters(["voice_id", "audio"], {
        voice_id: voice,
        audio: binary({ role: "audio" }),
        "voice_settings.stability": number(share),
        "voice_settings.similarity_boost": number(share),
        "voice_settings.style": number(share),
        "voice_settings.use_speaker_boost": boolean(),
        seed: integer({ role: "seed", minimum: 0, maximum: 4294967295 }),
        remove_background_noise: boolean({ default: false }),
        file_format: choice(["pcm_s16le_16", "other"], { default: "other" }),
        output_format: outputFormat,
      }),
      pricing: {
        typicalJob: "1 audio minute",
        typicalUsd: 0.12,
        confidence: "documented",
      },
      priced: { seconds: 60 },
      measured: { seconds: { of: ["audio"] } },
      limits: { seconds: { max: 300 } },
      quality: 3,
      typicalSeconds: 12,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
    {
      id: "scribe_v2",
      upstreamModel: "scribe_v2",
      name: "Eleven Scribe v2",
      description: "Transcripts with speakers, word times and audio events in many languages.",
      contentType: "audio",
      capabilities: ["speech-to-text"],
      endpoints: ["POST /v1/speech-to-text"],
      transports: ["sync", "submit-poll"],
      parameters: parameters([], {
        file: binary({ role: "audio" }),
        source_url: uri({ role: "audio" }),
        language_code: string({ role: "language" }),
        diarize: boolean({ default: false }),
        num_speakers: integer({ minimum: 1, maximum: 32 }),
        tag_audio_events: boolean({ default: true }),
        timestamps_granularity: choice(["none", "word", "character"], {
          role: "timestamps",
          default: "word",
        }),
        no_verbatim: boolean(),
        seed: integer({ role: "seed", minimum: 0, maximum: 2147483647 }),
        temperature: number({ minimum: 0, maximum: 2 }),
      }),
      pricing: {
        typicalJob: "10 audio minutes",
        typicalUsd: 0.037,
        confidence: "documented",
      },
      priced: { seconds: 600 },
      measured: { seconds: { of: ["audio"] } },
      quality: 3,
      typicalSeconds: 40,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
    {
      id: "audio-isolation",
      upstreamModel: null,
      name: "Eleven Voice Isolator",
      description: "Takes noise and music away from a voice recording.",
      contentType: "audio",
      capabilities: ["restoration", "enhancement"],
      endpoints: ["POST /v1/audio-isolation"],
      transports: ["sync-binary"],
      parameters: parameters(["audio"], {
        audio: binary({ role: "audio" }),
        file_format: choice(["pcm_s16le_16", "other"], { default: "other" }),
      }),
      pricing: {
        typicalJob: "1 audio minute",
        typicalUsd: 0.12,
        confidence: "documented",
      },
      priced: { seconds: 60 },
      measured: { seconds: { of: ["audio"] } },
      quality: 2,
      typicalSeconds: 10,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
  ],
});

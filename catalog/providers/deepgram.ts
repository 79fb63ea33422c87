import { defineProvider } from "#catalog/define-provider.ts";
import {
  binary,
  boolean,
  choice,
  integer,
  list,
  number,
  parameters,
  string,
  uri,
} from "#catalog/parameters.ts";

const novaOptions = {
  url: uri({ role: "audio" }),
  file: binary({ role: "audio" }),
  smart_format: boolean({ default: true }),
  punctuate: boolean(),
  diarize: boolean(),
  diarize_model: choice(["latest", "v1", "v2"]),
  paragraphs: boolean(),
  utterances: boolean(),
  utt_split: number({ minimum: 0 }),
  filler_words: boolean(),
  numerals: boolean(),
  measurements: boolean(),
  dictation: boolean(),
  profanity_filter: boolean(),
  keyterm: list("string", { maxItems: 100 }),
};

const nova = parameters([], {
  ...novaOptions,
  language: string({ role: "language" }),
  detect_language: boolean(),
});

/** English only: there is nothing to detect. */
const novaMedical = parameters([], {
  ...novaOptions,
  language: choice(["en", "en-US", "en-AU", "en-CA", "en-GB", "en-IE", "en-IN", "en-NZ"], {
    role: "language",
  }),
});

/**
 * Valid combinations: `linear16`, `mulaw` and `alaw` take a container (`wav` unless `none`) and a rate,
 * `flac` a rate, `mp3` a bit rate of 32000 or 48000, `opus` one up to 650000, `aac` one up to 192000.
 */
const auraOptions = {
  text: string({ role: "text", maxLength: 2000 }),
  encoding: choice(["mp3", "linear16", "flac", "opus", "aac", "mulaw", "alaw"], {
    role: "format",
    default: "mp3",
  }),
  container: choice(["wav", "ogg", "none"]),
  sample_rate: integer({ enum: [8000, 16000, 22050, 24000, 32000, 48000] }),
  bit_rate: integer({ minimum: 4000, maximum: 650000 }),
};

const auraEnglish = parameters(["text"], {
  ...auraOptions,
  speed: number({ role: "speed", minimum: 0.7, maximum: 1.5 }),
});

/** Pace is "not yet supported in all languages"; the list of languages is not published. */
const auraSpanish = parameters(["text"], auraOptions);

export default defineProvider({
  slug: "deepgram",
  name: "Deepgram",
  description: "Fast transcription and Aura speech synthesis",
  mentions: { withUse: "deepgram", alone: "deepgram" },
  tier: "extra",
  integrated: true,
  baseUrl: "https://api.deepgram.com",
  setting: "DEEPGRAM_API_KEY",
  auth: { header: "Authorization", format: "Token {key}" },
  requestIdHeader: "dg-request-id",
  idempotency: "none",
  submit: {
    style: "sync; optional callback",
    endpoints: ["POST /v1/listen?model=...", "POST /v1/speak?model=..."],
    response: "transcript JSON | audio bytes | {request_id} with callback",
    handle: ["request_id"],
  },
  poll: {
    endpoints: [],
    intervalSecondsMin: null,
    statuses: { running: [], succeeded: ["HTTP 200"], failed: ["HTTP 4xx/5xx"] },
  },
  result: {
    field: "results.channels[].alternatives[].transcript | bytes",
    kinds: ["json", "bytes"],
    expiresAfterSeconds: null,
    expiry: "n/a (not stored)",
  },
  cancel: null,
  reconcile: null,
  webhook: {
    register: "callback query",
    signature: "none by default (dg-token header option not verified)",
  },
  errors: {
    body: "{err_code,err_msg,request_id}, or {category,message,details,request_id}, or a text",
    retryable: [
      "408",
      "422 ASR_UNPROCESSABLE_ENTITY (the upload broke off)",
      "429 TOO_MANY_REQUESTS",
    ],
    permanent: [
      "400",
      "401 INVALID_AUTH",
      "402 ASR_PAYMENT_REQUIRED",
      "403 INSUFFICIENT_PERMISSIONS (no access to the model)",
      "404",
      "413",
      "415",
    ],
    unknownOutcome: ["timeout, connection lost or 5xx: billed if processed"],
  },
  limits: {
    concurrentMax: 50,
    note: "about 50 concurrent pre-recorded requests",
    headers: ["dg-request-id"],
  },
  priceUnit: "audio minutes or 1,000 characters",
  client: {
    use: "plain fetch",
    package: "@deepgram/sdk",
    version: "5.13.0",
    splittable: null,
    defaultRetries: 2,
    note: "repeats a POST on 408, 429 and 5xx by itself",
  },
  confidence: "high: SDK types + docs (errors, media output settings); prices disputed",
  sources: [
    "@deepgram/sdk@5.13.0",
    "SK deepgram-speech",
    "developers.deepgram.com/docs/errors",
    "developers.deepgram.com/docs/tts-media-output-settings",
  ],
  models: [
    {
      id: "nova-3",
      upstreamModel: "nova-3",
      name: "Deepgram Nova-3",
      description: "Very fast transcripts with speakers and key terms.",
      contentType: "audio",
      capabilities: ["speech-to-text"],
      endpoints: ["POST /v1/listen?model=nova-3"],
      transports: ["sync", "callback"],
      parameters: nova,
      pricing: {
        unit: "audio minute",
        typicalJob: "10 audio minutes",
        typicalUsd: 0.077,
        rate: "$0.0077/min in the list of 2026-08-01 (for streaming in other readings, which have $0.0043, several languages $0.0052, key terms +$0.0013); the higher is taken, which covers both",
        confidence: "lists disagree",
        source: "D3velop-llc/open-gauntlet-leaderboard asr.json (deepgram.com/pricing, 2026-08-01)",
      },
      priced: { seconds: 600 },
      measured: { seconds: { of: ["audio"] } },
      quality: 2,
      typicalSeconds: 12,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
      sources: ["@deepgram/sdk@5.13.0", "SK deepgram-speech"],
    },
    {
      id: "nova-3-medical",
      upstreamModel: "nova-3-medical",
      name: "Deepgram Nova-3 Medical",
      description: "Nova-3 trained for medical English.",
      contentType: "audio",
      capabilities: ["speech-to-text"],
      endpoints: ["POST /v1/listen?model=nova-3-medical"],
      transports: ["sync", "callback"],
      parameters: novaMedical,
      pricing: {
        unit: "audio minute",
        typicalJob: "10 audio minutes",
        typicalUsd: 0.077,
        confidence: "assumed equal to nova-3",
        source: "D3velop-llc/open-gauntlet-leaderboard asr.json (deepgram.com/pricing, 2026-08-01)",
      },
      priced: { seconds: 600 },
      measured: { seconds: { of: ["audio"] } },
      quality: 2,
      typicalSeconds: 12,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
      sources: ["@deepgram/sdk@5.13.0", "SK deepgram-speech"],
    },
    {
      id: "aura-2-thalia-en",
      upstreamModel: "aura-2-thalia-en",
      name: "Deepgram Aura-2 (Thalia, English)",
      description: "Clear English voice for assistants; one voice, English only.",
      contentType: "audio",
      capabilities: ["text-to-speech"],
      endpoints: ["POST /v1/speak?model=aura-2-thalia-en"],
      transports: ["sync-binary", "callback"],
      parameters: auraEnglish,
      pricing: {
        unit: "1,000 characters",
        typicalJob: "1,000 characters",
        typicalUsd: 0.03,
        rate: "$0.030 per 1,000 characters, $0.027 prepaid",
        confidence: "several independent readings of the list, 2026",
        source: "deepgram.com/pricing as read in public repositories",
      },
      priced: { characters: 1000 },
      quality: 2,
      typicalSeconds: 3,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
      sources: ["@deepgram/sdk@5.13.0", "SK deepgram-speech"],
    },
    {
      id: "aura-2-celeste-es",
      upstreamModel: "aura-2-celeste-es",
      name: "Deepgram Aura-2 (Celeste, Spanish)",
      description: "Clear Spanish voice for assistants; one voice, Spanish only.",
      contentType: "audio",
      capabilities: ["text-to-speech"],
      endpoints: ["POST /v1/speak?model=aura-2-celeste-es"],
      transports: ["sync-binary", "callback"],
      parameters: auraSpanish,
      pricing: {
        unit: "1,000 characters",
        typicalJob: "1,000 characters",
        typicalUsd: 0.03,
        rate: "$0.030 per 1,000 characters, $0.027 prepaid",
        confidence: "several independent readings of the list, 2026",
        source: "deepgram.com/pricing as read in public repositories",
      },
      priced: { characters: 1000 },
      quality: 2,
      typicalSeconds: 3,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
      sources: ["@deepgram/sdk@5.13.0", "SK deepgram-speech"],
    },
  ],
});

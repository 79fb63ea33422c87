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
  utterances: boolean({ role: "timestamps" }),
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
 * The lists of 2026 disagree; this is the dearest reading, so that no reading is sold below cost: $0.0092 a
 * minute (multilingual; a stated language may cost $0.0077), $0.0020 for speakers, $0.0013 for key terms.
 */
const minuteUsd = 0.0092;
const novaPrice = {
  typicalJob: "10 audio minutes",
  typicalUsd: 10 * minuteUsd,
  confidence: "lists disagree; the dearest of those read in 2026, with surcharges",
} as const;
const speakers = (minuteUsd + 0.002) / minuteUsd;
const novaFactors = {
  diarize: { true: speakers, false: 1 },
  // A model for speakers enables them.
  diarize_model: Object.fromEntries(
    ["latest", "v1", "v2"].map((model) => [model, { diarize: { false: speakers } }]),
  ),
  keyterm: { true: (minuteUsd + 0.0013) / minuteUsd },
};

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
  poll: {
    intervalSecondsMin: null,
    statuses: { running: [], failed: ["HTTP 4xx/5xx"] },
  },
  result: {
    expiresAfterSeconds: null,
    expiry: "n/a (not stored)",
  },
  cancel: null,
  webhook: {
    register: "callback query",
    signature: "none by default (dg-token header option not verified)",
  },
  limits: {
    concurrentMax: 50,
    note: "about 50 concurrent pre-recorded requests",
  },
  confidence: "high: SDK types + docs (errors, media output settings); prices disputed",
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
      pricing: novaPrice,
      priced: { seconds: 600 },
      priceFactors: novaFactors,
      measured: { seconds: { of: ["audio"] } },
      quality: 2,
      typicalSeconds: 12,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
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
      pricing: { ...novaPrice, confidence: "assumed equal to nova-3" },
      priced: { seconds: 600 },
      priceFactors: novaFactors,
      measured: { seconds: { of: ["audio"] } },
      quality: 2,
      typicalSeconds: 12,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
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
        typicalJob: "1,000 characters",
        typicalUsd: 0.03,
        confidence: "several independent readings of the list, 2026",
      },
      priced: { characters: 1000 },
      quality: 2,
      typicalSeconds: 3,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
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
        typicalJob: "1,000 characters",
        typicalUsd: 0.03,
        confidence: "several independent readings of the list, 2026",
      },
      priced: { characters: 1000 },
      quality: 2,
      typicalSeconds: 3,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
  ],
});

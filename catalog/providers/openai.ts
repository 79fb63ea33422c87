import { defineProvider } from "#catalog/define-provider.ts";
import {
  binary,
  choice,
  integer,
  list,
  number,
  object,
  type Parameters,
  parameters,
  string,
  uri,
} from "#catalog/parameters.ts";

const speechOutput = {
  response_format: choice(["mp3", "opus", "aac", "flac", "wav", "pcm"], {
    role: "format",
    default: "mp3",
  }),
  speed: number({ role: "speed", minimum: 0.25, maximum: 4, default: 1 }),
};

const voices = {
  female: ["nova", "shimmer", "coral", "sage", "alloy"],
  male: ["onyx", "echo", "ash", "fable"],
};

const imageOutput = {
  background: choice(["transparent", "opaque", "auto"], { default: "auto" }),
  output_format: choice(["png", "jpeg", "webp"], { role: "format", default: "png" }),
  output_compression: integer({ minimum: 0, maximum: 100 }),
  n: integer({ role: "count", minimum: 1, maximum: 10, default: 1 }),
};

/** Wide and high images of the price list cost less than square ones, although they have more pixels. */
const listedShape = 0.165 / 0.211 / (1.5 / 1.05);
const sizeFactors = { "1536x1024": listedShape, "1024x1536": listedShape };

/** By quality, at 1024x1024. The provider decides the quality for "auto". */
const qualities2 = { low: 0.006 / 0.053, medium: 1, high: 0.211 / 0.053, auto: 0.211 / 0.053 };
const qualities25 = {
  low: 0.006 / 0.053,
  medium: 0.013 / 0.053,
  high: 1,
  xhigh: 0.094 / 0.053,
  max: 0.211 / 0.053,
  auto: 0.211 / 0.053,
};

/**
 * Tokens of an image to edit, at $8 for a million. Not verified: how many an image takes; the vendor's guide
 * lists up to 6,240 and 129 for each tile for an image in high fidelity, which newer models always use.
 */
const eachImage = { image: { usd: (6_900 * 8) / 1_000_000, per: "file" } } as const;

/** Only these formats have transparency. */
const transparency = [
  { when: { background: ["transparent"] }, allows: { output_format: ["png", "webp"] } },
] as const;

const gptImage25 = parameters(
  ["prompt"],
  {
    prompt: string({ role: "prompt", maxLength: 32000 }),
    image: list("binary", { role: "images", maxItems: 16 }),
    mask: binary({ role: "mask" }),
    size: string({ role: "size", default: "auto" }),
    quality: choice(["low", "medium", "high", "xhigh", "max", "auto"], {
      role: "quality",
      default: "auto",
    }),
    ...imageOutput,
  },
  undefined,
  transparency,
);

/** Planning of an image costs nothing extra; by default the vendor plans with "high". */
const gptImage26: Parameters = {
  ...gptImage25,
  properties: {
    ...gptImage25.properties,
    complexity: choice(["low", "medium", "high"]),
  },
};
const gptImage26Price = {
  typicalJob: "1 image 1024x1024, high",
  typicalUsd: 0.053,
  inputs: eachImage,
  confidence:
    "token prices documented, as of 2.5; a reseller's list of 2026-11: low and medium take up to four times the tokens of 2.5",
} as const;
const qualities26 = { ...qualities25, low: (4 * 0.006) / 0.053, medium: (4 * 0.013) / 0.053 };

/** The end of its speech models; the vendor leads to its Realtime API, which the engine does not call. */
const endOfSpeech = {
  status: "deprecated",
  retiresOn: "2027-01-06",
  note: "announced in the vendor's list of deprecations (types of openai 7.55.0)",
} as const;
const endOfTranscription = {
  status: "deprecated",
  retiresOn: "2027-02-26",
  replacedBy: "gpt-transcribe",
  note: "announced in the vendor's list of deprecations (types of openai 7.55.0)",
} as const;

const transcription = parameters(["file"], {
  file: binary({ role: "audio" }),
  language: string({ role: "language" }),
  prompt: string(),
  temperature: number({ minimum: 0, maximum: 1 }),
  chunking_strategy: string(),
  include: list("string"),
});

export default defineProvider({
  slug: "openai",
  name: "OpenAI",
  description:
    "GPT Image generation and editing, speech synthesis, transcription and image understanding",
  mentions: { withUse: "open ?ai|chatgpt", alone: "openai" },
  tier: "core",
  integrated: true,
  baseUrl: "https://api.openai.com/v1",
  setting: "OPENAI_API_KEY",
  auth: { header: "Authorization", format: "Bearer {key}" },
  options: {
    OPENAI_IMAGES: {
      description:
        "Mode of image requests to OpenAI: `direct` unless set. `background` returns an id that can be polled, so that a crash loses no image, and costs the tokens of the model that passes the request on.",
      values: ["direct", "background"],
    },
  },
  idempotency: "none",
  idempotencyNote: "SDK has an unset idempotencyHeader slot",
  poll: {
    intervalSecondsMin: 2,
    statuses: {
      running: ["queued", "in_progress"],
      failed: ["failed", "incomplete", "cancelled"],
    },
  },
  result: {
    expiresAfterSeconds: null,
    expiry: "n/a",
  },
  cancel: "POST /responses/{id}/cancel (background only)",
  webhook: {
    register: "project-level; events response.completed|failed|cancelled|incomplete",
    signature:
      "Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature); SDK client.webhooks.unwrap",
    accepted: {
      verify: { scheme: "standard", setting: "OPENAI_WEBHOOK_SECRET" },
      ofAccount: true,
      fields: { requestId: ["data.id"], status: ["type"] },
    },
  },
  limits: {
    note: "images per minute by tier 5..250",
  },
  confidence: "high: SDK types; prices partly unverified",
  models: [
    {
      id: "gpt-image-2",
      upstreamModel: "gpt-image-2",
      name: "GPT Image 2",
      description:
        "Follows long instructions, writes text in pictures and edits with references and masks.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image", "inpainting"],
      endpoints: [
        "POST /v1/images/generations",
        "POST /v1/images/edits",
        "POST /v1/responses (background:true + image_generation tool)",
      ],
      transports: ["sync", "background-poll"],
      parameters: parameters(
        ["prompt"],
        {
          prompt: string({ role: "prompt", maxLength: 32000 }),
          image: list("binary", { role: "images", maxItems: 16 }),
          mask: binary({ role: "mask" }),
          size: string({ role: "size", default: "auto" }),
          quality: choice(["low", "medium", "high", "auto"], { role: "quality", default: "auto" }),
          ...imageOutput,
        },
        undefined,
        transparency,
      ),
      pricing: {
        typicalJob: "1 image 1024x1024, medium",
        typicalUsd: 0.053,
        inputs: eachImage,
        confidence: "documented; larger sizes by their pixels",
      },
      priced: { count: 1, megapixels: 1.05 },
      priceFactors: { quality: qualities2, size: sizeFactors },
      limits: { megapixels: { min: 0.66, max: 8.29 } },
      quality: 3,
      typicalSeconds: 30,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
    {
      id: "gpt-image-2.5-flare",
      upstreamModel: "gpt-image-2.5-flare",
      name: "GPT Image 2.5 Flare",
      description:
        "The faster of the GPT Image 2.5 pair, for pictures and edits with readable text.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image", "inpainting"],
      endpoints: ["POST /v1/images/generations", "POST /v1/images/edits", "POST /v1/responses"],
      transports: ["sync", "background-poll"],
      parameters: gptImage25,
      pricing: {
        typicalJob: "1 image 1024x1024, high",
        typicalUsd: 0.053,
        inputs: eachImage,
        confidence: "token prices documented; tokens by quality from others' measurements",
      },
      priced: { count: 1, megapixels: 1.05 },
      priceFactors: { quality: qualities25, size: sizeFactors },
      limits: { megapixels: { min: 0.66, max: 8.29 } },
      quality: 2,
      typicalSeconds: 20,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "gpt-image-2.5-sunburst",
      upstreamModel: "gpt-image-2.5-sunburst",
      name: "GPT Image 2.5 Sunburst",
      description:
        "The more careful of the GPT Image 2.5 pair, for finished pictures and precise edits.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image", "inpainting"],
      endpoints: ["POST /v1/images/generations", "POST /v1/images/edits", "POST /v1/responses"],
      transports: ["sync", "background-poll"],
      parameters: gptImage25,
      pricing: {
        typicalJob: "1 image 1024x1024, high",
        typicalUsd: 0.053,
        inputs: eachImage,
        confidence: "token prices documented; tokens by quality from others' measurements",
      },
      priced: { count: 1, megapixels: 1.05 },
      priceFactors: { quality: qualities25, size: sizeFactors },
      limits: { megapixels: { min: 0.66, max: 8.29 } },
      quality: 3,
      typicalSeconds: 40,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "gpt-image-2.6-flare",
      upstreamModel: "gpt-image-2.6-flare",
      name: "GPT Image 2.6 Flare",
      description:
        "The fast model of the newest GPT Image pair: readable text, edits and references.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image", "inpainting"],
      endpoints: ["POST /v1/images/generations", "POST /v1/images/edits", "POST /v1/responses"],
      transports: ["sync", "background-poll"],
      parameters: gptImage26,
      pricing: gptImage26Price,
      priced: { count: 1, megapixels: 1.05 },
      priceFactors: { quality: qualities26, size: sizeFactors },
      limits: { megapixels: { min: 0.66, max: 8.29 } },
      quality: 2,
      typicalSeconds: 10,
      lifecycle: { status: "active" },
      verification: "types of openai 7.55.0, vendor pages of 2026-11; GIF and SVG are not offered",
    },
    {
      id: "gpt-image-2.6-sunburst",
      upstreamModel: "gpt-image-2.6-sunburst",
      name: "GPT Image 2.6 Sunburst",
      description:
        "The newest GPT Image for finished pictures: more detail, steadier repeated edits.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image", "inpainting"],
      endpoints: ["POST /v1/images/generations", "POST /v1/images/edits", "POST /v1/responses"],
      transports: ["sync", "background-poll"],
      parameters: gptImage26,
      pricing: gptImage26Price,
      priced: { count: 1, megapixels: 1.05 },
      priceFactors: { quality: qualities26, size: sizeFactors },
      limits: { megapixels: { min: 0.66, max: 8.29 } },
      quality: 3,
      typicalSeconds: 30,
      lifecycle: { status: "active" },
      verification: "types of openai 7.55.0, vendor pages of 2026-11; GIF and SVG are not offered",
    },
    {
      id: "gpt-4o-mini-tts",
      upstreamModel: "gpt-4o-mini-tts",
      name: "GPT-4o mini TTS",
      description:
        "Speech whose tone follows an instruction such as calm or excited; thirteen voices.",
      contentType: "audio",
      capabilities: ["text-to-speech"],
      endpoints: ["POST /v1/audio/speech"],
      transports: ["sync-binary"],
      parameters: parameters(["input", "voice"], {
        input: string({ role: "text", maxLength: 4096 }),
        voice: choice(
          [
            "alloy",
            "ash",
            "ballad",
            "coral",
            "echo",
            "fable",
            "onyx",
            "nova",
            "sage",
            "shimmer",
            "verse",
            "marin",
            "cedar",
          ],
          { role: "voice", voices },
        ),
        instructions: string({ role: "style" }),
        ...speechOutput,
      }),
      pricing: {
        typicalJob: "1 audio minute (~1,000 characters)",
        typicalUsd: 0.015,
        confidence: "from memory, not verified",
      },
      priced: { characters: 1000 },
      quality: 2,
      typicalSeconds: 6,
      lifecycle: endOfSpeech,
      verification: "sdk-types",
    },
    {
      id: "tts-1-hd",
      upstreamModel: "tts-1-hd",
      name: "TTS-1 HD",
      description: "Plain and reliable speech in nine voices; its manner cannot be instructed.",
      contentType: "audio",
      capabilities: ["text-to-speech"],
      endpoints: ["POST /v1/audio/speech"],
      transports: ["sync-binary"],
      parameters: parameters(["input", "voice"], {
        input: string({ role: "text", maxLength: 4096 }),
        voice: choice(
          ["alloy", "ash", "coral", "echo", "fable", "onyx", "nova", "sage", "shimmer"],
          { role: "voice", voices },
        ),
        ...speechOutput,
      }),
      pricing: {
        typicalJob: "1,000 characters",
        typicalUsd: 0.03,
        confidence: "tts-1 measured by a third party; -hd by ratio",
      },
      priced: { characters: 1000 },
      quality: 1,
      typicalSeconds: 8,
      lifecycle: endOfSpeech,
      verification: "sdk-types",
    },
    {
      id: "gpt-transcribe",
      upstreamModel: "gpt-transcribe",
      name: "GPT Transcribe",
      description: "Accurate transcripts in many languages, with keywords as hints; 25 MB at most.",
      contentType: "audio",
      capabilities: ["speech-to-text"],
      endpoints: ["POST /v1/audio/transcriptions"],
      transports: ["sync"],
      parameters: parameters(["file"], {
        file: binary({ role: "audio" }),
        language: string({ role: "language" }),
        prompt: string(),
        keywords: list("string"),
        temperature: number({ minimum: 0, maximum: 1 }),
        chunking_strategy: choice(["auto"]),
      }),
      pricing: {
        typicalJob: "10 audio minutes",
        typicalUsd: 0.045,
        confidence: "documented: $0.0045 a minute on the vendor's page of the model, 2026-11",
      },
      priced: { seconds: 600 },
      measured: { seconds: { of: ["audio"] } },
      quality: 3,
      typicalSeconds: 45,
      lifecycle: { status: "active" },
      verification: "types of openai 7.55.0, vendor page of the model",
    },
    {
      id: "gpt-4o-transcribe",
      upstreamModel: "gpt-4o-transcribe",
      name: "GPT-4o Transcribe",
      description: "Accurate transcripts of recordings in many languages, 25 MB at most.",
      contentType: "audio",
      capabilities: ["speech-to-text"],
      endpoints: ["POST /v1/audio/transcriptions"],
      transports: ["sync"],
      parameters: transcription,
      pricing: {
        typicalJob: "10 audio minutes",
        typicalUsd: 0.06,
        confidence: "documented",
      },
      priced: { seconds: 600 },
      measured: { seconds: { of: ["audio"] } },
      quality: 3,
      typicalSeconds: 60,
      lifecycle: endOfTranscription,
      verification: "sdk-types+docs",
    },
    {
      id: "gpt-4o-mini-transcribe",
      upstreamModel: "gpt-4o-mini-transcribe",
      name: "GPT-4o mini Transcribe",
      description: "Transcripts at half the price of the large model, a little less accurate.",
      contentType: "audio",
      capabilities: ["speech-to-text"],
      endpoints: ["POST /v1/audio/transcriptions"],
      transports: ["sync"],
      parameters: transcription,
      pricing: {
        typicalJob: "10 audio minutes",
        typicalUsd: 0.03,
        confidence: "documented",
      },
      priced: { seconds: 600 },
      measured: { seconds: { of: ["audio"] } },
      quality: 2,
      typicalSeconds: 40,
      lifecycle: endOfTranscription,
      verification: "sdk-types+docs",
    },
    {
      id: "gpt-5.6-luna",
      upstreamModel: "gpt-5.6-luna",
      name: "GPT-5.6 Luna (vision)",
      description:
        "Answers questions about a picture, in words or as structured data; the cheap choice.",
      contentType: "image",
      capabilities: ["vision-analysis"],
      endpoints: ["POST /v1/responses"],
      transports: ["sync", "background-poll"],
      // Without a prompt, the model is asked to describe the image.
      parameters: parameters(["image_url"], {
        input: list("object", { role: "prompt" }),
        image_url: uri({ role: "image" }),
        detail: choice(["low", "high", "auto"], { default: "auto" }),
        max_output_tokens: integer({ minimum: 1 }),
        text: object({ role: "jsonSchema" }),
      }),
      pricing: {
        typicalJob: "1 image, ~1.5k in / 0.5k out tokens",
        typicalUsd: 0.001,
        confidence: "seen once",
      },
      priced: { count: 1 },
      quality: 2,
      typicalSeconds: 6,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
  ],
});

import { defineProvider } from "#catalog/define-provider.ts";
import {
  boolean,
  choice,
  integer,
  list,
  number,
  parameters,
  string,
  uri,
} from "#catalog/parameters.ts";

const delivery = {
  output_format: choice(["jpeg", "png", "webp"], { role: "format", default: "jpeg" }),
  webhook_url: uri(),
  webhook_secret: string(),
};

const fourImages = {
  input_image: string({ role: "image" }),
  input_image_2: string({ role: "image" }),
  input_image_3: string({ role: "image" }),
  input_image_4: string({ role: "image" }),
};

const eightImages = {
  ...fourImages,
  input_image_5: string({ role: "image" }),
  input_image_6: string({ role: "image" }),
  input_image_7: string({ role: "image" }),
  input_image_8: string({ role: "image" }),
};

/** Callers can ask for a stricter check than the default of 2; the API of the provider also has looser values. */
const strictness = integer({ minimum: 0, maximum: 2, default: 2 });

const flux2Canvas = {
  width: integer({ role: "width", minimum: 64, multipleOf: 16 }),
  height: integer({ role: "height", minimum: 64, multipleOf: 16 }),
  seed: integer({ role: "seed" }),
  safety_tolerance: strictness,
  ...delivery,
};

const flux2 = {
  prompt: string({ role: "prompt" }),
  ...eightImages,
  ...flux2Canvas,
};

const flux2Request = parameters(["prompt"], flux2);

/**
 * Every started megapixel (1024 x 1024) of the result and of each reference is billed; larger images are scaled
 * down to four. Without sides the result is as large as the first reference. Sources: bfl.ai/pricing as quoted by
 * resellers of 2026-05 and lumenfall.ai, docs.bfl.ai/quick_start/pricing (edits with pro from $0.045). Not
 * verified: references of max, which one list has at half of a further megapixel.
 */
const flux2Price = (furtherMegapixelUsd: number) =>
  ({
    furtherMegapixelUsd,
    inputs: { image: { usd: furtherMegapixelUsd, per: "megapixel", megapixelsMax: 4 } },
  }) as const;
const sizeOfReference = { megapixels: { max: 4 } } as const;

const kontext = parameters(["prompt"], {
  prompt: string({ role: "prompt" }),
  ...fourImages,
  aspect_ratio: string({ role: "aspectRatio" }),
  seed: integer({ role: "seed" }),
  prompt_upsampling: boolean({ default: false }),
  safety_tolerance: strictness,
  ...delivery,
});

export default defineProvider({
  slug: "black-forest-labs",
  name: "Black Forest Labs",
  description:
    "FLUX images, edits with references, mask fill, outpainting and short video with audio",
  mentions: { withUse: "black[ -]?forest(?:[ -]labs?)?|bfl", alone: "black forest labs" },
  tier: "core",
  integrated: true,
  baseUrl: "https://api.bfl.ai",
  setting: "BLACK_FOREST_LABS_API_KEY",
  auth: { header: "x-key", format: "{key}" },
  idempotency: "none",
  poll: {
    intervalSecondsMin: 0.5,
    statuses: {
      running: ["Pending"],
      failed: ["Error", "Failed", "Request Moderated", "Content Moderated", "Task not found"],
    },
  },
  result: {
    expiresAfterSeconds: 600,
    expiry: "10 minutes",
  },
  cancel: null,
  webhook: {
    register: "webhook_url + webhook_secret per request",
    signature: "X-BFL-Signature HMAC-SHA256 (seen in vendor skills repo only)",
    accepted: {
      verify: { scheme: "body", header: "x-bfl-signature" },
      fields: { requestId: ["id", "task_id"], status: ["status"] },
    },
  },
  limits: { concurrentMax: 24, note: "24 concurrent tasks (6 for flux-kontext-max)" },
  confidence:
    "high: official OpenAPI (2026-04 copy) + AI SDK code; FLUX 3: the OpenAPI of its page (2026-09), types generated from it (2026-10)",
  models: [
    {
      id: "flux-2-pro",
      upstreamModel: "flux-2-pro",
      name: "FLUX.2 [pro]",
      description:
        "Photoreal pictures and edits with up to eight references; the all-round choice of the FLUX.2 family.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1/flux-2-pro"],
      transports: ["submit-poll"],
      parameters: flux2Request,
      pricing: {
        typicalJob: "1 image, 1 MP",
        typicalUsd: 0.03,
        ...flux2Price(0.015),
        confidence: "documented",
      },
      priced: { count: 1, megapixels: 1 },
      measured: sizeOfReference,
      limits: { megapixels: { max: 4 } },
      quality: 3,
      typicalSeconds: 10,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "flux-2-max",
      upstreamModel: "flux-2-max",
      name: "FLUX.2 [max]",
      description:
        "The most detailed and most obedient FLUX.2, for final pictures; twice the price of pro.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1/flux-2-max"],
      transports: ["submit-poll"],
      parameters: flux2Request,
      pricing: {
        typicalJob: "1 image, 1 MP",
        typicalUsd: 0.07,
        ...flux2Price(0.03),
        confidence: "documented",
      },
      priced: { count: 1, megapixels: 1 },
      measured: sizeOfReference,
      limits: { megapixels: { max: 4 } },
      quality: 3,
      typicalSeconds: 15,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "flux-2-flex",
      upstreamModel: "flux-2-flex",
      name: "FLUX.2 [flex]",
      description:
        "FLUX.2 with steps and guidance in your hands; good at small type and fine layout.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1/flux-2-flex"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt"], {
        ...flux2,
        steps: integer({ minimum: 1, maximum: 50 }),
        guidance: number({ minimum: 1.5, maximum: 10 }),
        prompt_upsampling: boolean(),
      }),
      pricing: {
        typicalJob: "1 image, 1 MP",
        typicalUsd: 0.05,
        ...flux2Price(0.05),
        confidence: "documented",
      },
      priced: { count: 1, megapixels: 1 },
      measured: sizeOfReference,
      limits: { megapixels: { max: 4 } },
      quality: 2,
      typicalSeconds: 12,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "flux-2-klein-9b",
      offers: "flux-2-klein-9b",
      upstreamModel: "flux-2-klein-9b",
      name: "FLUX.2 [klein] 9B",
      description: "Small and fast FLUX.2 for drafts and many variants; at most four references.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1/flux-2-klein-9b"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt"], {
        prompt: string({ role: "prompt" }),
        ...fourImages,
        ...flux2Canvas,
      }),
      pricing: {
        typicalJob: "1 image, 1 MP",
        typicalUsd: 0.015,
        ...flux2Price(0.002),
        confidence: "documented",
      },
      priced: { count: 1, megapixels: 1 },
      measured: sizeOfReference,
      limits: { megapixels: { max: 4 } },
      quality: 1,
      typicalSeconds: 3,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "flux-2-klein-4b",
      offers: "flux-2-klein-4b",
      upstreamModel: "flux-2-klein-4b",
      name: "FLUX.2 [klein] 4B",
      description:
        "The smallest and fastest FLUX.2, for previews in large numbers; at most four references.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1/flux-2-klein-4b"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt"], {
        prompt: string({ role: "prompt" }),
        ...fourImages,
        ...flux2Canvas,
      }),
      pricing: {
        typicalJob: "1 image, 1 MP",
        typicalUsd: 0.014,
        ...flux2Price(0.001),
        confidence: "documented",
      },
      priced: { count: 1, megapixels: 1 },
      measured: sizeOfReference,
      limits: { megapixels: { max: 4 } },
      quality: 1,
      typicalSeconds: 2,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "flux-pro-1.1",
      upstreamModel: "flux-pro-1.1",
      name: "FLUX1.1 [pro]",
      description: "Earlier FLUX for quick pictures from text, up to 1440 pixels a side.",
      contentType: "image",
      capabilities: ["text-to-image"],
      endpoints: ["POST /v1/flux-pro-1.1"],
      transports: ["submit-poll"],
      parameters: parameters([], {
        prompt: string({ role: "prompt" }),
        image_prompt: string({ role: "image" }),
        width: integer({
          role: "width",
          minimum: 256,
          maximum: 1440,
          multipleOf: 32,
          default: 1024,
        }),
        height: integer({
          role: "height",
          minimum: 256,
          maximum: 1440,
          multipleOf: 32,
          default: 768,
        }),
        prompt_upsampling: boolean({ default: false }),
        seed: integer({ role: "seed" }),
        safety_tolerance: strictness,
        ...delivery,
      }),
      pricing: {
        typicalJob: "1 image",
        typicalUsd: 0.04,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 2,
      typicalSeconds: 6,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "flux-pro-1.1-ultra",
      upstreamModel: "flux-pro-1.1-ultra",
      name: "FLUX1.1 [pro] Ultra",
      description:
        "Earlier FLUX at about four megapixels, with a raw mode for a less polished look.",
      contentType: "image",
      capabilities: ["text-to-image"],
      endpoints: ["POST /v1/flux-pro-1.1-ultra"],
      transports: ["submit-poll"],
      parameters: parameters([], {
        prompt: string({ role: "prompt" }),
        aspect_ratio: string({ role: "aspectRatio", default: "16:9" }),
        raw: boolean({ default: false }),
        image_prompt: string({ role: "image" }),
        image_prompt_strength: number({ role: "strength", minimum: 0, maximum: 1, default: 0.1 }),
        seed: integer({ role: "seed" }),
        safety_tolerance: strictness,
        ...delivery,
      }),
      pricing: {
        typicalJob: "1 image",
        typicalUsd: 0.06,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 2,
      typicalSeconds: 10,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "flux-kontext-pro",
      upstreamModel: "flux-kontext-pro",
      name: "FLUX.1 Kontext [pro]",
      description:
        "Changes a picture by instruction and keeps its subject; FLUX.2 does the same better.",
      contentType: "image",
      capabilities: ["image-to-image", "text-to-image"],
      endpoints: ["POST /v1/flux-kontext-pro"],
      transports: ["submit-poll"],
      parameters: kontext,
      pricing: {
        typicalJob: "1 image",
        typicalUsd: 0.04,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 2,
      typicalSeconds: 10,
      lifecycle: {
        status: "deprecated",
        replacedBy: "flux-2-pro",
        note: "The vendor says: use FLUX.2 [pro] for editing.",
      },
      verification: "official-openapi",
    },
    {
      id: "flux-kontext-max",
      upstreamModel: "flux-kontext-max",
      name: "FLUX.1 Kontext [max]",
      description:
        "Kontext with better prompt adherence and typography; FLUX.2 does the same better.",
      contentType: "image",
      capabilities: ["image-to-image", "text-to-image"],
      endpoints: ["POST /v1/flux-kontext-max"],
      transports: ["submit-poll"],
      parameters: kontext,
      pricing: {
        typicalJob: "1 image",
        typicalUsd: 0.08,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 2,
      typicalSeconds: 12,
      lifecycle: {
        status: "deprecated",
        replacedBy: "flux-2-max",
        note: "The vendor says: use FLUX.2 [pro] for editing.",
      },
      verification: "official-openapi",
    },
    {
      id: "flux-pro-1.0-fill",
      upstreamModel: "flux-pro-1.0-fill",
      name: "FLUX.1 Fill [pro]",
      description: "Repaints the masked part of a picture from a description.",
      contentType: "image",
      capabilities: ["inpainting", "image-to-image"],
      endpoints: ["POST /v1/flux-pro-1.0-fill"],
      transports: ["submit-poll"],
      parameters: parameters(["image"], {
        image: string({ role: "image" }),
        mask: string({ role: "mask" }),
        prompt: string({ role: "prompt" }),
        steps: integer({ minimum: 15, maximum: 50, default: 50 }),
        guidance: number({ minimum: 1.5, maximum: 100, default: 60 }),
        prompt_upsampling: boolean({ default: false }),
        seed: integer({ role: "seed" }),
        safety_tolerance: strictness,
        ...delivery,
      }),
      pricing: {
        typicalJob: "1 image",
        typicalUsd: 0.05,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 2,
      typicalSeconds: 12,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "flux-pro-1.0-expand",
      upstreamModel: "flux-pro-1.0-expand",
      name: "FLUX.1 Expand [pro]",
      description: "Extends a picture beyond its edges, up to 2048 pixels on each side.",
      contentType: "image",
      capabilities: ["inpainting", "image-to-image"],
      endpoints: ["POST /v1/flux-pro-1.0-expand"],
      transports: ["submit-poll"],
      parameters: parameters(["image"], {
        image: string({ role: "image" }),
        top: integer({ minimum: 0, maximum: 2048, default: 0 }),
        bottom: integer({ minimum: 0, maximum: 2048, default: 0 }),
        left: integer({ minimum: 0, maximum: 2048, default: 0 }),
        right: integer({ minimum: 0, maximum: 2048, default: 0 }),
        prompt: string({ role: "prompt" }),
        steps: integer({ minimum: 15, maximum: 50, default: 50 }),
        guidance: number({ minimum: 1.5, maximum: 100, default: 60 }),
        seed: integer({ role: "seed" }),
        safety_tolerance: strictness,
        ...delivery,
      }),
      pricing: {
        typicalJob: "1 image",
        typicalUsd: 0.05,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 2,
      typicalSeconds: 12,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "flux-3-image",
      upstreamModel: "flux-3-image",
      name: "FLUX 3 Image",
      description:
        "BFL's newest pictures up to 4K, from text or up to ten references; can research the subject on the web.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1/flux-3-image"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt"], {
        prompt: string({ role: "prompt" }),
        images: list("string", { role: "images", maxItems: 10 }),
        aspect_ratio: choice(
          [
            "auto",
            "21:9",
            "2:1",
            "16:9",
            "3:2",
            "7:5",
            "4:3",
            "5:4",
            "1:1",
            "4:5",
            "3:4",
            "5:7",
            "2:3",
            "9:16",
            "1:2",
            "9:21",
          ],
          { role: "aspectRatio", default: "auto" },
        ),
        // The API has "1.5k", too; no list has its price.
        resolution: choice(["768sq", "1k", "2k", "4k"], { role: "resolution", default: "1k" }),
        grounding: boolean({ default: true }),
        safety_tolerance: strictness,
      }),
      pricing: {
        typicalJob: "1 image, 1K",
        typicalUsd: 0.048,
        confidence: "vendor's list as quoted by two resellers (2026-10); references are free there",
      },
      priced: { count: 1 },
      priceFactors: {
        resolution: { "768sq": 0.041 / 0.048, "1k": 1, "2k": 0.1 / 0.048, "4k": 0.607 / 0.048 },
      },
      quality: 3,
      typicalSeconds: 40,
      lifecycle: { status: "active" },
      verification: "types generated from the official OpenAPI (2026-10)",
    },
    {
      id: "flux-3-video",
      upstreamModel: "flux-3-video",
      name: "FLUX 3 Video",
      description:
        "Clips of 5 to 20 seconds with sound, from text, keyframes or a video to continue.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video", "video-editing"],
      endpoints: ["POST /v1/flux-3-video"],
      transports: ["submit-poll"],
      // Drafts are not offered: only the provider could render their cache in full quality.
      parameters: parameters(["mode", "prompt"], {
        mode: choice(["t2v", "i2v", "v2v"], {
          role: "task",
          tasks: { "text-to-video": "t2v", "image-to-video": "i2v", "video-editing": "v2v" },
        }),
        prompt: string({ role: "prompt" }),
        keyframes: list("string", {
          role: "keyframes",
          maxItems: 10,
          only: { "text-to-video": [], "video-editing": [] },
        }),
        start_video: string({
          role: "video",
          only: { "text-to-video": [], "image-to-video": [] },
        }),
        duration: integer({
          role: "duration",
          minimum: 5,
          maximum: 20,
          only: { "video-editing": [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] },
        }),
        resolution: choice(["hd", "fhd", "qhd", "uhd"], { role: "resolution" }),
        aspect_ratio: choice(["auto", "21:9", "2:1", "16:9", "4:3", "1:1", "3:4", "9:16"], {
          role: "aspectRatio",
        }),
        generate_audio: boolean({ default: true }),
      }),
      pricing: {
        typicalJob: "5 s, 720p with audio",
        typicalUsd: 0.85,
        perSecondUsd: 0.17,
        confidence: "vendor's list as quoted by three readers (2026-08 to 2026-10)",
      },
      priced: { seconds: 5 },
      priceFactors: {
        resolution: { hd: 1, fhd: 0.29 / 0.17, qhd: 0.4 / 0.17, uhd: 0.8 / 0.17 },
        // The continuation of a video has separate prices: 0.41, 0.53, 0.65 and 0.95 dollars a second.
        mode: {
          t2v: 1,
          i2v: 1,
          v2v: {
            resolution: { hd: 0.41 / 0.17, fhd: 0.53 / 0.29, qhd: 0.65 / 0.4, uhd: 0.95 / 0.8 },
          },
        },
      },
      quality: 3,
      typicalSeconds: 90,
      lifecycle: {
        status: "active",
        note: "A continuation of a video costs more than a job may; it needs an organization-provided key.",
      },
      verification: "official-openapi (of the page, 2026-09)",
    },
  ],
});

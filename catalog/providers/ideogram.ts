import { defineProvider } from "#catalog/define-provider.ts";
import {
  binary,
  boolean,
  choice,
  integer,
  list,
  object,
  parameters,
  string,
} from "#catalog/parameters.ts";

/**
 * The resolution alone determines the shape: `aspect_ratio` must not be sent with it, and only selects one of
 * these.
 */
const resolutionsV3 = `
  512x1536 576x1408 576x1472 576x1536 640x1344 640x1408 640x1472 640x1536 704x1152 704x1216
  704x1280 704x1344 704x1408 704x1472 736x1312 768x1088 768x1216 768x1280 768x1344 800x1280
  832x960 832x1024 832x1088 832x1152 832x1216 832x1248 864x1152 896x960 896x1024 896x1088
  896x1120 896x1152 960x832 960x896 960x1024 960x1088 1024x832 1024x896 1024x960 1024x1024
  1088x768 1088x832 1088x896 1088x960 1120x896 1152x704 1152x832 1152x864 1152x896 1216x704
  1216x768 1216x832 1248x832 1280x704 1280x768 1280x800 1312x736 1344x640 1344x704 1344x768
  1408x576 1408x640 1408x704 1472x576 1472x640 1472x704 1536x512 1536x576 1536x640
`
  .trim()
  .split(/\s+/);

/** The 2K sizes; without one the model chooses the shape. */
const resolutionsV4 = `
  2048x2048 1440x2880 2880x1440 1664x2496 2496x1664 1792x2240 2240x1792 1440x2560 2560x1440
  1600x2560 2560x1600 1728x2304 2304x1728 1296x3168 3168x1296 1152x2944 2944x1152 1248x3328
  3328x1248 1280x3072 3072x1280
`
  .trim()
  .split(/\s+/);

const seed = integer({ role: "seed", minimum: 0, maximum: 2147483647 });
const count = integer({ role: "count", minimum: 1, maximum: 8, default: 1 });
const magicPrompt = choice(["AUTO", "ON", "OFF"], { default: "AUTO" });

/** Options shared by images and masked edits of 3.0. Free-text styles are added to the prompt. */
const v3Options = {
  rendering_speed: choice(["FLASH", "TURBO", "DEFAULT", "QUALITY"], {
    role: "quality",
    default: "DEFAULT",
  }),
  magic_prompt: magicPrompt,
  style_type: choice(["AUTO", "GENERAL", "REALISTIC", "DESIGN", "FICTION"]),
  num_images: count,
  seed,
};
const v3Factors = { rendering_speed: { FLASH: 0.5, TURBO: 0.5, DEFAULT: 1, QUALITY: 1.5 } };

export default defineProvider({
  slug: "ideogram",
  name: "Ideogram",
  description: "Typography-strong image generation, prompt edits and mask inpainting",
  tier: "core",
  integrated: true,
  baseUrl: "https://api.ideogram.ai",
  setting: "IDEOGRAM_API_KEY",
  auth: { header: "Api-Key", format: "{key}" },
  idempotency: "none",
  poll: {
    intervalSecondsMin: null,
    statuses: { running: ["pending"], failed: ["failed"] },
  },
  result: {
    expiresAfterSeconds: 86_400,
    expiry: "24 hours (responses and metadata, 2026-09)",
  },
  cancel: null,
  webhook: {
    register: "webhook_url query of the v4 async route, optional",
    signature:
      "Ed25519 over generationId\\nuserId\\ntimestamp\\nsha256(body); headers X-Ideogram-Webhook-{Generation-Id,User-Id,Timestamp,Key-Id,Signature}; JWKS /v1/.well-known/jwks.json",
    accepted: {
      verify: {
        scheme: "key-set",
        url: "https://api.ideogram.ai/v1/.well-known/jwks.json",
        headers: {
          requestId: "x-ideogram-webhook-generation-id",
          userId: "x-ideogram-webhook-user-id",
          timestamp: "x-ideogram-webhook-timestamp",
          signature: "x-ideogram-webhook-signature",
        },
      },
      fields: { requestId: ["generation_id"], status: [] },
    },
  },
  limits: {
    concurrentMax: 10,
    note: "10 in-flight requests by default; inputs up to 10 MB as JPEG, PNG or WebP",
  },
  confidence:
    "high: official OpenAPI 2026-06 for 3.0, reference at developer.ideogram.ai 2026-11 for 4.0 (text_prompt, no prompt)",
  models: [
    {
      id: "ideogram-v4",
      upstreamModel: "ideogram-v4",
      name: "Ideogram 4.0",
      description: "Posters, logos and layouts with exact lettering.",
      contentType: "image",
      capabilities: ["text-to-image"],
      endpoints: ["POST /v1/ideogram-v4/async/generate"],
      transports: ["submit-poll"],
      parameters: parameters(["text_prompt"], {
        text_prompt: string({ role: "prompt" }),
        // Replaces the text.
        json_prompt: object(),
        resolution: choice(resolutionsV4, { role: "size" }),
        rendering_speed: choice(["TURBO", "DEFAULT", "QUALITY"], {
          role: "quality",
          default: "DEFAULT",
        }),
        enable_copyright_detection: boolean(),
      }),
      pricing: {
        typicalJob: "1 image DEFAULT",
        typicalUsd: 0.06,
        confidence: "documented",
      },
      priced: { count: 1 },
      priceFactors: {
        rendering_speed: { TURBO: 0.5, DEFAULT: 1, QUALITY: 0.1 / 0.06 },
      },
      quality: 3,
      typicalSeconds: 18,
      lifecycle: { status: "active" },
      verification: "official-openapi+docs",
    },
    {
      id: "ideogram-v3",
      upstreamModel: "ideogram-v3",
      name: "Ideogram 3.0",
      description: "Lettering and design, up to eight pictures at once.",
      contentType: "image",
      capabilities: ["text-to-image"],
      endpoints: ["POST /v1/ideogram-v3/generate"],
      transports: ["sync"],
      parameters: parameters(["prompt"], {
        prompt: string({ role: "prompt" }),
        negative_prompt: string({ role: "negativePrompt" }),
        resolution: choice(resolutionsV3, { role: "size" }),
        ...v3Options,
      }),
      pricing: {
        typicalJob: "1 image DEFAULT",
        typicalUsd: 0.06,
        confidence: "documented",
      },
      priced: { count: 1 },
      priceFactors: v3Factors,
      quality: 2,
      typicalSeconds: 15,
      lifecycle: { status: "active" },
      verification: "official-openapi+docs",
    },
    {
      id: "ideogram-v3-inpaint",
      upstreamModel: "ideogram-v3-inpaint",
      name: "Ideogram 3.0 Inpaint",
      description: "Repaints a masked part, lettering included.",
      contentType: "image",
      capabilities: ["inpainting"],
      endpoints: ["POST /v1/ideogram-v3/inpaint"],
      transports: ["sync"],
      parameters: parameters(["image", "mask", "prompt"], {
        image: binary({ role: "image" }),
        mask: binary({ role: "mask" }),
        prompt: string({ role: "prompt" }),
        ...v3Options,
      }),
      pricing: {
        typicalJob: "1 image DEFAULT",
        typicalUsd: 0.06,
        confidence: "documented",
      },
      priced: { count: 1 },
      priceFactors: v3Factors,
      quality: 2,
      typicalSeconds: 15,
      lifecycle: { status: "active" },
      verification: "official-openapi+docs",
    },
    {
      id: "ideogram-edit",
      upstreamModel: "ideogram-edit",
      name: "Ideogram Prompt Edit",
      description: "Changes up to ten pictures by instruction, without a mask.",
      contentType: "image",
      capabilities: ["image-to-image"],
      endpoints: ["POST /v1/edit"],
      transports: ["sync"],
      parameters: parameters(["prompt", "images"], {
        prompt: string({ role: "prompt" }),
        images: list("binary", { role: "images", maxItems: 10 }),
        num_images: count,
        seed,
        magic_prompt: magicPrompt,
        resolution: choice(resolutionsV3, { role: "size" }),
        transparent_background: boolean({ default: false }),
      }),
      pricing: {
        typicalJob: "1 image",
        typicalUsd: 0.2,
        confidence: "not confirmed by a second reading of the vendor's prices (2026-11)",
      },
      priced: { count: 1 },
      quality: 3,
      typicalSeconds: 20,
      lifecycle: { status: "active" },
      verification: "official-openapi+docs",
    },
  ],
});

import { defineProvider } from "#catalog/define-provider.ts";
import { choice, integer, list, parameters, string } from "#catalog/parameters.ts";

const prompt = string({ role: "prompt" });

/** Sides of 1,024 to 4,096 pixels. */
const largeSize = choice(
  ["2048*2048", "2560*1440", "1440*2560", "2304*1728", "1728*2304", "1024*1024", "4096*4096"],
  { role: "size" },
);

/** Sides of 256 to 1,536 pixels, in the shapes that the vendor recommends. */
const openModel = {
  prompt,
  size: choice(["1024*1024", "1344*768", "768*1344", "1152*896", "896*1152", "1536*640"], {
    role: "size",
  }),
  seed: integer({ role: "seed", minimum: 0, maximum: 2_147_483_647 }),
};
const outputFormat = choice(["jpeg", "png", "webp"], { role: "format" });

function drawnFor(upstreamModel: string, typicalUsd: number) {
  return {
    upstreamModel,
    contentType: "image",
    endpoints: [`POST /api/v3/${upstreamModel}`],
    transports: ["submit-poll"],
    pricing: {
      typicalJob: "1 image",
      typicalUsd,
      confidence:
        "the vendor's page of the model in a copy of 2025-10; before each request the vendor is asked for its price, and nothing is sent when it is higher",
    },
    priced: { count: 1 },
    lifecycle: { status: "active" },
    verification: "the vendor's page of the model in a copy of 2025-10",
  } as const;
}

export default defineProvider({
  slug: "wavespeed",
  name: "WaveSpeed",
  description: "Seedream, Qwen and Hunyuan images and edits at one price for each image",
  mentions: { withUse: "wave ?speed(?: ?ai)?", alone: "wave ?speed" },
  tier: "extra",
  integrated: true,
  baseUrl: "https://api.wavespeed.ai/api/v3",
  setting: "WAVESPEED_API_KEY",
  auth: { header: "Authorization", format: "Bearer {key}" },
  idempotency: "none",
  poll: {
    intervalSecondsMin: null,
    statuses: {
      running: ["created", "processing"],
      failed: ["failed", "cancelled", "timeout", "deleted"],
    },
  },
  result: { expiresAfterSeconds: 604_800, expiry: "7 days" },
  cancel: null,
  webhook: {
    register: "?webhook= per request",
    signature: "HMAC-SHA256 of id, time and body in webhook-signature: v3,<hex>; not used",
  },
  limits: {
    note: "requests a minute and tasks at once by account level; not published in figures",
  },
  confidence:
    "medium: official client wavespeed 0.3.2, vendor pages in copies of 2025-10 and later",
  models: [
    {
      id: "seedream-4.0",
      name: "Seedream 4.0 (via WaveSpeed)",
      description: "Posters, grids and concept designs with legible type, up to 4K.",
      capabilities: ["text-to-image"],
      parameters: parameters(["prompt"], { prompt, size: largeSize }),
      ...drawnFor("bytedance/seedream-v4", 0.027),
      quality: 3,
      typicalSeconds: 15,
    },
    {
      id: "seedream-4.0-edit",
      name: "Seedream 4.0 Edit (via WaveSpeed)",
      description: "Edits by words of up to ten pictures that keep people and products, up to 4K.",
      capabilities: ["image-to-image"],
      parameters: parameters(["prompt", "images"], {
        prompt,
        images: list("uri", { role: "images", maxItems: 10 }),
        size: largeSize,
      }),
      ...drawnFor("bytedance/seedream-v4/edit", 0.027),
      quality: 3,
      typicalSeconds: 15,
    },
    {
      id: "wavespeed-qwen-image",
      name: "Qwen Image (via WaveSpeed)",
      description: "Posters and comics with legible type in English and Chinese.",
      capabilities: ["text-to-image"],
      parameters: parameters(["prompt"], { ...openModel, output_format: outputFormat }),
      ...drawnFor("wavespeed-ai/qwen-image/text-to-image", 0.02),
      quality: 2,
      typicalSeconds: 8,
    },
    {
      id: "qwen-image-edit-plus",
      name: "Qwen Image Edit Plus (via WaveSpeed)",
      description:
        "Edits of up to three pictures, also of the text in them, with its typeface kept.",
      capabilities: ["image-to-image"],
      parameters: parameters(["prompt", "images"], {
        ...openModel,
        images: list("uri", { role: "images", maxItems: 3 }),
        output_format: outputFormat,
      }),
      ...drawnFor("wavespeed-ai/qwen-image/edit-plus", 0.02),
      quality: 2,
      typicalSeconds: 8,
    },
    {
      id: "hunyuan-image-3",
      name: "Hunyuan Image 3 (via WaveSpeed)",
      description: "Tencent's open image model: scenes with mood, from long descriptions.",
      capabilities: ["text-to-image"],
      parameters: parameters(["prompt"], openModel),
      ...drawnFor("wavespeed-ai/hunyuan-image-3", 0.03),
      quality: 2,
      typicalSeconds: 10,
    },
  ],
});

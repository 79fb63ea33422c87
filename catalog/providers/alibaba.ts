import { defineProvider } from "#catalog/define-provider.ts";
import { boolean, choice, integer, list, parameters, string, uri } from "#catalog/parameters.ts";

/**
 * List prices in US dollars of the international deployment (Singapore). The copy of the page has them in yuan, at the rate by
 * which the vendor's English pages price the same older models in dollars.
 */
export const secondUsd = { "720P": 0.1, "1080P": 0.15 } as const;
export const imageUsd: Readonly<Record<string, number>> = {
  "qwen-image-2.0": 0.035,
  "qwen-image-2.0-pro": 0.075,
};

const confidence =
  "help.aliyun.com/zh/model-studio/model-pricing, international deployment, in a copy of 2026 that is converted by the rate of the vendor's English pages; the videos also by two hosts that sell them at the maker's price";

const seed = integer({ role: "seed", minimum: 0, maximum: 2_147_483_647 });

/** `watermark` is not offered; the adapter switches it off. Custom sound is not offered: its limits were not read. */
const videoRequest = {
  "input.prompt": string({ role: "prompt", maxLength: 5_000 }),
  "input.negative_prompt": string({ role: "negativePrompt", maxLength: 500 }),
  "parameters.resolution": choice(["720P", "1080P"], { role: "resolution" }),
  "parameters.duration": integer({ role: "duration", minimum: 2, maximum: 15 }),
  "parameters.prompt_extend": boolean(),
  "parameters.seed": seed,
};

const video = {
  contentType: "video",
  endpoints: ["POST /api/v1/services/aigc/video-generation/video-synthesis"],
  transports: ["submit-poll"],
  pricing: {
    typicalJob: "5 s, 720p",
    typicalUsd: secondUsd["720P"] * 5,
    perSecondUsd: secondUsd["720P"],
    confidence,
  },
  priced: { seconds: 5 },
  priceFactors: {
    "parameters.resolution": { "720P": 1, "1080P": secondUsd["1080P"] / secondUsd["720P"] },
  },
  quality: 3,
  typicalSeconds: 150,
  lifecycle: { status: "active" },
  verification:
    "vendor pages (wan2.7 text-to-video and image-to-video), copied 2026-06 and 2026-10; code of the client @ai-sdk/alibaba 2.0.58",
} as const;

/** The price of an image does not depend on its size. */
const imageRequest = parameters(["prompt", "parameters.n"], {
  prompt: string({ role: "prompt", maxLength: 800 }),
  images: list("uri", { role: "images", maxItems: 3 }),
  "parameters.negative_prompt": string({ role: "negativePrompt", maxLength: 500 }),
  "parameters.size": choice(
    [
      "1024*1024",
      "1344*768",
      "768*1344",
      "1152*864",
      "864*1152",
      "2048*2048",
      "2560*1440",
      "1440*2560",
      "2304*1728",
      "1728*2304",
    ],
    { role: "size" },
  ),
  "parameters.n": integer({ role: "count", minimum: 1, maximum: 6, default: 1 }),
  "parameters.prompt_extend": boolean(),
  "parameters.seed": seed,
});

function drawn(upstreamModel: string) {
  return {
    upstreamModel,
    contentType: "image",
    capabilities: ["text-to-image", "image-to-image"],
    endpoints: ["POST /api/v1/services/aigc/multimodal-generation/generation"],
    transports: ["sync"],
    parameters: imageRequest,
    pricing: {
      typicalJob: "1 image",
      typicalUsd: imageUsd[upstreamModel] ?? Number.NaN,
      confidence,
    },
    priced: { count: 1 },
    typicalSeconds: 20,
    lifecycle: { status: "active" },
    verification:
      "vendor pages (qwen-image API, list of prices), copied 2025-11 to 2026-06; sizes, number of images and of references as four hosts of the model state them",
  } as const;
}

export default defineProvider({
  slug: "alibaba",
  name: "Alibaba Cloud",
  description: "Wan videos with sound and Qwen images at their maker, in Singapore",
  mentions: { withUse: "alibaba(?: ?cloud)?|model ?studio|dash ?scope", alone: "alibaba" },
  tier: "extra",
  integrated: true,
  baseUrl: "https://dashscope-intl.aliyuncs.com/api/v1",
  setting: "DASHSCOPE_API_KEY",
  auth: { header: "Authorization", format: "Bearer {key}" },
  idempotency: "none",
  poll: {
    intervalSecondsMin: 15,
    statuses: { running: ["PENDING", "RUNNING"], failed: ["FAILED", "CANCELED"] },
  },
  result: { expiresAfterSeconds: 86_400, expiry: "24 hours" },
  cancel: "POST /api/v1/tasks/{id}/cancel while it is queued",
  webhook: null,
  limits: { note: "20 queries a second; requests and tasks at once by model" },
  confidence: "medium: vendor pages in copies; no OpenAPI document, no official client on npm",
  models: [
    {
      id: "wan-2.7-t2v",
      upstreamModel: "wan2.7-t2v",
      name: "Wan 2.7 (text to video)",
      description: "Films of 2 to 15 seconds with sound from words, in several shots, up to 1080p.",
      capabilities: ["text-to-video"],
      parameters: parameters(["input.prompt"], {
        ...videoRequest,
        "parameters.ratio": choice(["16:9", "9:16", "1:1", "4:3", "3:4"], { role: "aspectRatio" }),
      }),
      ...video,
    },
    {
      id: "wan-2.7-i2v",
      upstreamModel: "wan2.7-i2v",
      name: "Wan 2.7 (image to video)",
      description: "Films of 2 to 15 seconds with sound from a first and, if given, a last frame.",
      capabilities: ["image-to-video"],
      // The first frame determines the shape of its video.
      parameters: parameters(["input.prompt", "first_frame"], {
        ...videoRequest,
        first_frame: uri({ role: "firstFrame" }),
        last_frame: uri({ role: "lastFrame" }),
      }),
      measured: {
        images: {
          types: ["image/jpeg", "image/png", "image/bmp", "image/webp"],
          sideMin: 240,
          ratioMax: 8,
        },
      },
      ...video,
    },
    {
      id: "qwen-image-2.0",
      name: "Qwen Image 2.0",
      description:
        "Pictures with legible type, and edits with up to three references, at any size.",
      ...drawn("qwen-image-2.0"),
      quality: 2,
    },
    {
      id: "qwen-image-2.0-pro",
      name: "Qwen Image 2.0 Pro",
      description: "The larger Qwen Image: finer detail, posters and exact edits.",
      ...drawn("qwen-image-2.0-pro"),
      quality: 3,
    },
  ],
});

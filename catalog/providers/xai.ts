import { defineProvider } from "#catalog/define-provider.ts";
import { choice, integer, list, parameters, string, uri } from "#catalog/parameters.ts";

/**
 * One price per image is published for each model, and the size of an image changes it at some of them: only the size of the
 * published price is sold.
 */
const imageRequest = {
  prompt: string({ role: "prompt", maxLength: 10_000 }),
  images: list("uri", { role: "images", maxItems: 3 }),
  aspect_ratio: choice(
    [
      "1:1",
      "16:9",
      "9:16",
      "4:3",
      "3:4",
      "3:2",
      "2:3",
      "2:1",
      "1:2",
      "19.5:9",
      "9:19.5",
      "20:9",
      "9:20",
    ],
    { role: "aspectRatio" },
  ),
  n: integer({ role: "count", minimum: 1, maximum: 10 }),
};

const videoRequest = parameters(["prompt"], {
  prompt: string({ role: "prompt", maxLength: 4_096 }),
  image: uri({ role: "firstFrame" }),
  duration: integer({ role: "duration", minimum: 1, maximum: 15 }),
  // An image determines the shape of its video; another shape would stretch it.
  aspect_ratio: choice(["16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3"], {
    role: "aspectRatio",
    only: { "image-to-video": [] },
  }),
  resolution: choice(["480p", "720p"], { role: "resolution" }),
});

/** The vendor bills input images, too. Its invoices have 0.2 cents; one cent is the highest price that anyone quotes. */
const inputs = { image: { usd: 0.01, per: "file" } } as const;

const measured = { images: { types: ["image/jpeg", "image/png"] } } as const;

function imagePrice(typicalUsd: number) {
  return {
    pricing: {
      typicalJob: "1 image, 1 MP",
      typicalUsd,
      inputs,
      confidence:
        "docs.x.ai/developers/pricing (copies of 2026-09 and 2026-10); the price of an input image is not published: 0.002 dollars on invoices that others quote, sold at 0.01",
    },
    priced: { count: 1 },
    measured,
  } as const;
}

function videoPrice(secondUsd: number, secondUsdAt720p: number) {
  return {
    pricing: {
      typicalJob: "8 s, 480p",
      typicalUsd: secondUsd * 8,
      perSecondUsd: secondUsd,
      inputs,
      confidence:
        "480p: docs.x.ai/developers/pricing (copy of 2026-09); 720p and input images: the vendor's pages of the models, quoted by several clients of 2026; 1080p is left out, because only resellers state its price",
    },
    priced: { seconds: 8 },
    measured,
    priceFactors: { resolution: { "480p": 1, "720p": secondUsdAt720p / secondUsd } },
  } as const;
}

const verification =
  "gRPC schema of xai-org/xai-proto@9700be4 (2026-05), vendor pages of 2026-09, code of the clients grok-build@19d42e3 and @ai-sdk/xai 5.0.12";

export default defineProvider({
  slug: "xai",
  name: "xAI",
  description: "Grok Imagine images, edits with references, and short videos with sound",
  mentions: { withUse: "x[ .]?ai|grok(?: imagine)?", alone: "grok imagine" },
  tier: "extra",
  integrated: true,
  baseUrl: "https://api.x.ai/v1",
  setting: "XAI_API_KEY",
  auth: { header: "Authorization", format: "Bearer {key}" },
  idempotency: "none",
  poll: {
    intervalSecondsMin: 5,
    statuses: { running: ["pending"], failed: ["failed", "expired"] },
  },
  result: { expiresAfterSeconds: null, expiry: "temporary, without a figure" },
  cancel: null,
  webhook: null,
  limits: {
    note: "by the money spent: 6 to 100 images and 10 to 158 videos per second (page on rate limits, 2026-09)",
  },
  confidence: "medium: the schema is the vendor's, for another transport; vendor pages in copies",
  models: [
    {
      id: "grok-imagine-image",
      upstreamModel: "grok-imagine-image",
      name: "Grok Imagine Image",
      description: "Quick pictures and edits with up to three references, in many shapes.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1/images/generations", "POST /v1/images/edits"],
      transports: ["sync-base64"],
      parameters: parameters(["prompt"], imageRequest, { resolution: "1k" }),
      ...imagePrice(0.02),
      quality: 1,
      typicalSeconds: 8,
      lifecycle: { status: "active" },
      verification,
    },
    {
      id: "grok-imagine-image-2.0",
      upstreamModel: "grok-imagine-image-2.0",
      name: "Grok Imagine Image 2.0 (low)",
      description: "The newest Grok Imagine at its low quality: legible type and edits by words.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1/images/generations", "POST /v1/images/edits"],
      transports: ["sync-base64"],
      parameters: parameters(["prompt"], imageRequest, { resolution: "1k", quality: "low" }),
      ...imagePrice(0.04),
      quality: 2,
      typicalSeconds: 10,
      lifecycle: { status: "active" },
      verification,
    },
    {
      id: "grok-imagine-image-quality",
      upstreamModel: "grok-imagine-image-quality",
      name: "Grok Imagine Image Quality",
      description: "Detailed pictures and edits with up to three references.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1/images/generations", "POST /v1/images/edits"],
      transports: ["sync-base64"],
      parameters: parameters(["prompt"], imageRequest, { resolution: "1k" }),
      ...imagePrice(0.05),
      quality: 2,
      typicalSeconds: 15,
      lifecycle: { status: "active" },
      verification,
    },
    {
      id: "grok-imagine-video",
      upstreamModel: "grok-imagine-video",
      name: "Grok Imagine Video",
      description: "Clips of 1 to 15 seconds with sound, from words or a first frame.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: ["POST /v1/videos/generations"],
      transports: ["submit-poll"],
      parameters: videoRequest,
      ...videoPrice(0.05, 0.07),
      quality: 2,
      typicalSeconds: 60,
      lifecycle: { status: "active" },
      verification,
    },
    {
      id: "grok-imagine-video-1.5",
      upstreamModel: "grok-imagine-video-1.5",
      name: "Grok Imagine Video 1.5",
      description: "xAI's current video model up to 720p, with sound, from words or a first frame.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: ["POST /v1/videos/generations"],
      transports: ["submit-poll"],
      parameters: videoRequest,
      ...videoPrice(0.08, 0.14),
      quality: 3,
      typicalSeconds: 60,
      lifecycle: { status: "active" },
      verification,
    },
  ],
});

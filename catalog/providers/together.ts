import { defineProvider } from "#catalog/define-provider.ts";
import { choice, integer, parameters, string, uri } from "#catalog/parameters.ts";

/** Not offered: `steps`, which raise the price above a model's usual number, and `disable_safety_checker`. */
const request = {
  prompt: string({ role: "prompt" }),
  n: integer({ role: "count", minimum: 1, maximum: 4 }),
  seed: integer({ role: "seed", minimum: 0 }),
  output_format: choice(["jpeg", "png"], { role: "format", default: "jpeg" }),
};

/** A range that all of these models draw. The vendor publishes none; its own default is 1024 x 1024. */
const side = { minimum: 256, maximum: 1_440, multipleOf: 32, default: 1_024 } as const;

const drawn = {
  contentType: "image",
  capabilities: ["text-to-image"],
  endpoints: ["POST /v1/images/generations"],
  transports: ["sync-base64"],
  parameters: parameters(["prompt", "width", "height"], {
    ...request,
    width: integer({ role: "width", ...side }),
    height: integer({ role: "height", ...side }),
  }),
} as const;

const edited = {
  contentType: "image",
  capabilities: ["image-to-image"],
  endpoints: ["POST /v1/images/generations"],
  transports: ["sync-base64"],
  parameters: parameters(["prompt", "image_url"], {
    ...request,
    image_url: uri({ role: "image" }),
  }),
} as const;

/** The vendor bills width x height / 1,000,000; a megapixel of the engine has 1,048,576 pixels. */
const millionsPerMegapixel = 1.048_576;

const pricing = (millionUsd: number) =>
  ({
    typicalJob: "1 image, 1 MP",
    typicalUsd: millionUsd * millionsPerMegapixel,
    confidence: "docs.together.ai/docs/serverless-models (copy of 2026-10)",
  }) as const;

function pricedBySize(millionUsd: number) {
  return { pricing: pricing(millionUsd), priced: { count: 1, megapixels: 1 } } as const;
}

function pricedByCount(millionUsd: number) {
  return { pricing: pricing(millionUsd), priced: { count: 1 } } as const;
}

const checked = {
  lifecycle: { status: "active" },
  verification: "official-openapi+docs",
} as const;

export default defineProvider({
  slug: "together",
  name: "Together AI",
  description: "FLUX and Qwen images at the price of a megapixel, and edits by FLUX Kontext",
  mentions: { withUse: "together(?: ?ai)?", alone: "together ai" },
  tier: "extra",
  integrated: true,
  baseUrl: "https://api.together.ai/v1",
  setting: "TOGETHER_API_KEY",
  auth: { header: "Authorization", format: "Bearer {key}" },
  idempotency: "none",
  poll: { intervalSecondsMin: null, statuses: { running: [], failed: ["HTTP 4xx/5xx"] } },
  result: { expiresAfterSeconds: null, expiry: "the response holds the result" },
  cancel: null,
  webhook: null,
  limits: { note: "by the load of the model; 429 and 503 when it is high" },
  confidence: "high: OpenAPI of 2026-04, vendor pages",
  models: [
    {
      id: "together-flux-2-pro",
      offers: "flux-2-pro",
      differs: ["no references", "up to 2 MP"],
      upstreamModel: "black-forest-labs/FLUX.2-pro",
      name: "FLUX.2 [pro] (via Together)",
      description: "Photoreal pictures from words; the all-round FLUX.2.",
      ...drawn,
      ...pricedBySize(0.03),
      quality: 3,
      typicalSeconds: 10,
      ...checked,
    },
    {
      id: "together-flux-2-max",
      offers: "flux-2-max",
      differs: ["no references", "up to 2 MP"],
      upstreamModel: "black-forest-labs/FLUX.2-max",
      name: "FLUX.2 [max] (via Together)",
      description: "The most detailed FLUX.2, from words.",
      ...drawn,
      ...pricedBySize(0.07),
      quality: 3,
      typicalSeconds: 15,
      ...checked,
    },
    {
      id: "together-flux-2-flex",
      offers: "flux-2-flex",
      differs: ["no references", "up to 2 MP", "usual steps"],
      upstreamModel: "black-forest-labs/FLUX.2-flex",
      name: "FLUX.2 [flex] (via Together)",
      description: "FLUX.2 with the best small type, from words.",
      ...drawn,
      ...pricedBySize(0.03),
      quality: 2,
      typicalSeconds: 12,
      ...checked,
    },
    {
      id: "flux-2-dev",
      upstreamModel: "black-forest-labs/FLUX.2-dev",
      name: "FLUX.2 [dev] (via Together)",
      description: "The open FLUX.2 for drafts and many variants, from words.",
      ...drawn,
      ...pricedBySize(0.0154),
      quality: 2,
      typicalSeconds: 8,
      ...checked,
    },
    {
      id: "together-flux-pro-1.1",
      offers: "flux-pro-1.1",
      upstreamModel: "black-forest-labs/FLUX.1.1-pro",
      name: "FLUX 1.1 [pro] (via Together)",
      description: "The former all-round FLUX, quick and reliable.",
      ...drawn,
      ...pricedBySize(0.04),
      quality: 2,
      typicalSeconds: 8,
      ...checked,
    },
    {
      id: "qwen-image",
      upstreamModel: "Qwen/Qwen-Image",
      name: "Qwen Image (via Together)",
      description: "Cheap pictures with legible type in English and Chinese.",
      ...drawn,
      ...pricedBySize(0.0058),
      quality: 2,
      typicalSeconds: 10,
      ...checked,
    },
    {
      id: "together-flux-kontext-pro",
      offers: "flux-kontext-pro",
      differs: ["one reference", "edits only"],
      upstreamModel: "black-forest-labs/FLUX.1-kontext-pro",
      name: "FLUX.1 Kontext [pro] (via Together)",
      description: "Changes a picture by words and keeps the rest.",
      ...edited,
      ...pricedByCount(0.04),
      quality: 2,
      typicalSeconds: 10,
      ...checked,
    },
    {
      id: "together-flux-kontext-max",
      offers: "flux-kontext-max",
      differs: ["one reference", "edits only"],
      upstreamModel: "black-forest-labs/FLUX.1-kontext-max",
      name: "FLUX.1 Kontext [max] (via Together)",
      description: "The most exact edits of the Kontext family, with better type.",
      ...edited,
      ...pricedByCount(0.08),
      quality: 3,
      typicalSeconds: 12,
      ...checked,
    },
  ],
});

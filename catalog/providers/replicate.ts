import { defineProvider } from "#catalog/define-provider.ts";
import { boolean, choice, integer, number, parameters, string, uri } from "#catalog/parameters.ts";

/**
 * Parameters of the vendor's own source (replicate/cog-flux). Without `disable_safety_checker` and LoRAs. Names have the
 * prefix of the field that holds them.
 */
const flux = {
  "input.prompt": string({ role: "prompt" }),
  "input.aspect_ratio": choice(
    ["1:1", "16:9", "21:9", "3:2", "2:3", "4:5", "5:4", "3:4", "4:3", "9:16", "9:21"],
    { role: "aspectRatio", default: "1:1" },
  ),
  "input.num_outputs": integer({ role: "count", minimum: 1, maximum: 4, default: 1 }),
  "input.seed": integer({ role: "seed" }),
  "input.output_format": choice(["webp", "jpg", "png"], { role: "format", default: "webp" }),
  "input.output_quality": integer({ minimum: 0, maximum: 100, default: 80 }),
  "input.megapixels": choice(["1", "0.25"], { default: "1" }),
  "input.go_fast": boolean({ default: true }),
};

const model = {
  contentType: "image",
  endpoints: ["POST /v1/models/{owner}/{name}/predictions"],
  transports: ["submit-poll", "callback"],
  priced: { count: 1 },
  lifecycle: { status: "active" },
  verification:
    "official-openapi; inputs: the vendor's source replicate/cog-flux@51e81e0 (2025-07)",
} as const;

const pricing = (typicalUsd: number) =>
  ({
    typicalJob: "1 image, 1 MP",
    typicalUsd,
    confidence:
      "replicate.com/pricing, quoted 2026-10-07 word for word and by a second reader on 2026-09-22",
  }) as const;

export default defineProvider({
  slug: "replicate",
  name: "Replicate",
  description: "Official models with a price for each output: FLUX.1 images",
  mentions: { withUse: "replicate", alone: "replicate\\.com" },
  tier: "extra",
  integrated: true,
  baseUrl: "https://api.replicate.com/v1",
  setting: "REPLICATE_API_TOKEN",
  auth: { header: "Authorization", format: "Bearer {key}" },
  idempotency: "none",
  poll: {
    intervalSecondsMin: null,
    statuses: { running: ["starting", "processing"], failed: ["failed", "canceled", "aborted"] },
  },
  result: { expiresAfterSeconds: 3_600, expiry: "1 hour" },
  cancel: "POST /v1/predictions/{id}/cancel",
  webhook: {
    register: "webhook + webhook_events_filter per request",
    signature: "Standard Webhooks",
    accepted: {
      verify: { scheme: "standard", setting: "REPLICATE_WEBHOOK_SECRET" },
      fields: { requestId: ["id"], status: ["status"] },
    },
  },
  limits: { note: "600 predictions a minute; fewer with a balance below 20 dollars" },
  confidence: "high: OpenAPI of 2026-04, official client 1.4.0, the vendor's source of the models",
  models: [
    {
      id: "flux-schnell",
      upstreamModel: "black-forest-labs/flux-schnell",
      name: "FLUX.1 [schnell] (via Replicate)",
      description: "The fastest open FLUX.1, for drafts and many variants.",
      capabilities: ["text-to-image"],
      parameters: parameters(["input.prompt", "input.num_outputs"], {
        ...flux,
        "input.num_inference_steps": integer({ minimum: 1, maximum: 4, default: 4 }),
      }),
      pricing: pricing(0.003),
      quality: 1,
      typicalSeconds: 3,
      ...model,
    },
    {
      id: "flux-dev",
      upstreamModel: "black-forest-labs/flux-dev",
      name: "FLUX.1 [dev] (via Replicate)",
      description: "The open FLUX.1 from words or from a picture, with steps and guidance.",
      capabilities: ["text-to-image", "image-to-image"],
      parameters: parameters(["input.prompt", "input.num_outputs"], {
        ...flux,
        "input.image": uri({ role: "image" }),
        "input.prompt_strength": number({ role: "strength", minimum: 0, maximum: 1 }),
        "input.guidance": number({ minimum: 0, maximum: 10, default: 3 }),
        "input.num_inference_steps": integer({ minimum: 1, maximum: 50, default: 28 }),
      }),
      pricing: pricing(0.025),
      quality: 2,
      typicalSeconds: 6,
      ...model,
    },
  ],
});

import { defineProvider } from "#catalog/define-provider.ts";
import { choice, integer, parameters, string } from "#catalog/parameters.ts";

export default defineProvider({
  slug: "acme",
  name: "Acme",
  description: "Fictitious provider of images",
  mentions: { withUse: "acme(?: ai)?" },
  tier: "extra",
  integrated: true,
  baseUrl: "https://api.acme.example",
  setting: "ACME_API_KEY",
  auth: { header: "Authorization", format: "Bearer {key}" },
  requestIdHeader: "acme-request-id",
  idempotency: "none",
  poll: {
    intervalSecondsMin: null,
    statuses: { running: ["waiting"], failed: ["failed"] },
  },
  result: { expiresAfterSeconds: 3_600, expiry: "1 hour" },
  cancel: null,
  webhook: {
    register: "webhook_url",
    signature: "Standard Webhooks",
    accepted: {
      verify: { scheme: "standard", setting: "ACME_WEBHOOK_SECRET" },
      fields: { requestId: ["id"], status: ["status"] },
    },
  },
  limits: { note: "not published" },
  confidence: "invented for docs/adding-a-provider.md",
  models: [
    {
      id: "acme-1",
      upstreamModel: "acme-1",
      name: "Acme 1",
      description: "Square and wide images.",
      contentType: "image",
      capabilities: ["text-to-image"],
      endpoints: ["POST /v1/images"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt", "shape"], {
        prompt: string({ role: "prompt", maxLength: 1_000 }),
        shape: choice(["1:1", "16:9"], { role: "aspectRatio", default: "1:1" }),
        seed: integer({ role: "seed", minimum: 0 }),
      }),
      pricing: {
        typicalJob: "1 image",
        typicalUsd: 0.04,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 2,
      typicalSeconds: 10,
      lifecycle: { status: "active" },
      verification: "invented",
    },
  ],
});

import { defineProvider } from "#catalog/define-provider.ts";
import {
  boolean,
  choice,
  integer,
  type Parameter,
  parameters,
  string,
  uri,
} from "#catalog/parameters.ts";

/**
 * Highest price of a credit that anyone quotes: two hosts bill it. A credit of the smallest plan with an API costs half of it; the price of
 * credits that are bought on top of a plan is not published.
 */
export const creditUsd = 0.04;

const imagesOnly = { "text-to-3d": [] };

/** Offered are the formats and textures without a surcharge: GLB, and textures of up to 4K. */
function modelParameters(more: Readonly<Record<string, Parameter>>) {
  return parameters([], {
    prompt: string({ role: "prompt", maxLength: 600, only: { "image-to-3d": [] } }),
    image_url: uri({ role: "image", only: imagesOnly }),
    should_texture: boolean({ only: imagesOnly }),
    enable_pbr: boolean({ only: imagesOnly }),
    texture_prompt: string({ maxLength: 600, only: imagesOnly }),
    texture_resolution: choice(["2k", "4k"], { role: "quality", only: imagesOnly }),
    // Not sent: a model from a text has no texture and costs as much as an untextured one from an image.
    task: choice(["text", "image"], {
      role: "task",
      tasks: { "text-to-3d": "text", "image-to-3d": "image" },
    }),
    ...more,
  });
}

const shaped = {
  topology: choice(["triangle", "quad"]),
  target_polycount: integer({ minimum: 100, maximum: 300_000 }),
  should_remesh: boolean(),
  pose_mode: choice(["a-pose", "t-pose"]),
};

function pricedBy({ textured, untextured }: { textured: number; untextured: number }) {
  return {
    pricing: {
      typicalJob: "1 textured model from an image",
      typicalUsd: textured * creditUsd,
      confidence:
        "credits: the vendor's package @meshy-ai/meshy-mcp-server 0.5.2, its help page, and docs.meshy.ai/en/api/pricing as several authors read it (2026-07 to 2026-10); a credit: 0.02 dollars in the plan Pro by three authors, sold at the 0.04 that hosts bill",
    },
    priced: { count: 1 },
    priceFactors: {
      task: { image: 1, text: untextured / textured },
      should_texture: { true: 1, false: untextured / textured },
    },
  } as const;
}

const row = {
  contentType: "3d",
  transports: ["submit-poll"],
  measured: { images: { types: ["image/jpeg", "image/png"] } },
  lifecycle: { status: "active" },
  verification:
    "types of the vendor's package @meshy-ai/meshy-mcp-server 0.5.2 (2026-08), vendor pages of 2026-01 and later",
} as const;

export default defineProvider({
  slug: "meshy",
  name: "Meshy",
  description: "3D models from words, and textured 3D models from a picture",
  mentions: { withUse: "meshy(?: ?ai)?", alone: "meshy" },
  tier: "extra",
  integrated: true,
  baseUrl: "https://api.meshy.ai/openapi",
  setting: "MESHY_API_KEY",
  auth: { header: "Authorization", format: "Bearer {key}" },
  idempotency: "none",
  poll: {
    intervalSecondsMin: 5,
    statuses: { running: ["PENDING", "IN_PROGRESS"], failed: ["FAILED", "CANCELED"] },
  },
  result: { expiresAfterSeconds: 259_200, expiry: "3 days" },
  cancel: null,
  webhook: { register: "once, on the vendor's page", signature: "not documented" },
  limits: { note: "20 requests a second; tasks at once by plan: 10 (Pro) to 100 (Ultra)" },
  confidence:
    "medium: types of an official package; the OpenAPI document was not readable as a whole",
  models: [
    {
      id: "meshy-6",
      upstreamModel: "meshy-6",
      name: "Meshy 6",
      description: "Detailed 3D models: untextured from words, textured from one picture.",
      capabilities: ["image-to-3d", "text-to-3d"],
      endpoints: ["POST /openapi/v1/image-to-3d", "POST /openapi/v2/text-to-3d"],
      parameters: modelParameters(shaped),
      ...pricedBy({ textured: 30, untextured: 20 }),
      quality: 2,
      typicalSeconds: 150,
      ...row,
    },
    {
      id: "meshy-7",
      upstreamModel: "meshy-7",
      name: "Meshy 7",
      description: "Meshy's finest geometry: a textured 3D model from one picture.",
      capabilities: ["image-to-3d"],
      endpoints: ["POST /openapi/v1/image-to-3d"],
      parameters: modelParameters(shaped),
      ...pricedBy({ textured: 30, untextured: 20 }),
      quality: 3,
      typicalSeconds: 180,
      ...row,
    },
    {
      id: "meshy-t2",
      upstreamModel: "meshy-t2",
      name: "Meshy T2 (smart topology)",
      description: "Cheap, clean meshes in separate parts, fit for games and editing.",
      capabilities: ["image-to-3d", "text-to-3d"],
      endpoints: ["POST /openapi/v1/image-to-3d", "POST /openapi/v2/text-to-3d"],
      parameters: modelParameters({
        target_polycount: integer({ minimum: 100, maximum: 15_000 }),
      }),
      ...pricedBy({ textured: 15, untextured: 5 }),
      quality: 2,
      typicalSeconds: 90,
      ...row,
    },
  ],
});

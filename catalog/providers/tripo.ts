import { defineProvider } from "#catalog/define-provider.ts";
import {
  boolean,
  choice,
  integer,
  list,
  type Parameter,
  parameters,
  string,
} from "#catalog/parameters.ts";

/**
 * Parameters of all models; an endpoint refuses fields of another. Omitted: `quad` and `generate_parts`,
 * whose results are FBX or files in parts, and `export_orientation`, which later steps misread.
 */
function modelParameters(
  faces: { readonly minimum: number; readonly maximum: number },
  more: Readonly<Record<string, Parameter>> = {},
) {
  const wordsOnly = { "image-to-3d": [] };
  const picturesOnly = { "text-to-3d": [] };
  return parameters([], {
    prompt: string({ role: "prompt", maxLength: 1024, only: wordsOnly }),
    negative_prompt: string({ role: "negativePrompt", maxLength: 255, only: wordsOnly }),
    input: string({ role: "image", only: picturesOnly }),
    // The front is `input`; with more images these are the left, the back and the right side.
    inputs: list("string", { role: "images", maxItems: 3, only: picturesOnly }),
    texture: boolean({ default: true }),
    pbr: boolean({ default: true }),
    texture_quality: choice(["standard", "detailed", "extreme"], {
      role: "quality",
      default: "standard",
    }),
    texture_alignment: choice(["original_image", "geometry"], {
      default: "original_image",
      only: picturesOnly,
    }),
    orientation: choice(["default", "align_image"], { default: "default", only: picturesOnly }),
    face_limit: integer(faces),
    auto_size: boolean({ default: false }),
    // Not sent: a model from a text costs ten credits less than one from an image.
    task: choice(["text", "image"], {
      role: "task",
      tasks: { "text-to-3d": "text", "image-to-3d": "image" },
    }),
    model_seed: integer({ role: "seed" }),
    image_seed: integer({ only: wordsOnly }),
    texture_seed: integer(),
    ...more,
  });
}

/** Only the high-fidelity models support these. */
const highFidelity = modelParameters(
  { minimum: 1, maximum: 2_000_000 },
  {
    geometry_quality: choice(["standard", "detailed"], { default: "standard" }),
    smart_low_poly: boolean({ default: false }),
  },
);

/**
 * Tripo adds surcharges, while factors multiply. From an image: 20 credits, 10 for texture (20 and 30 for the
 * better qualities), 20 for a detailed geometry, 10 for few polygons. A text costs 10 credits less, which is a
 * smaller share of a dearer model. Without texture, the saving counts for 6 credits only. No combination is
 * sold below cost.
 */
const highFidelityFactors = {
  task: {
    image: 1,
    text: {
      texture_quality: { standard: 20 / 30, detailed: 30 / 40, extreme: 40 / 50 },
      geometry_quality: { detailed: 40 / 50 / (20 / 30) },
      smart_low_poly: { true: 30 / 40 / (20 / 30) },
    },
  },
  texture: { true: 1, false: 24 / 30 },
  texture_quality: { standard: 1, detailed: 40 / 30, extreme: 50 / 30 },
  geometry_quality: { standard: 1, detailed: 50 / 30 },
  smart_low_poly: { true: 40 / 30, false: 1 },
};

export default defineProvider({
  slug: "tripo",
  name: "Tripo",
  description: "Text, image and multiview to textured 3D models",
  mentions: { withUse: "tripo(?: ?3d| ai)?" },
  tier: "core",
  integrated: true,
  baseUrl: "https://openapi.tripo3d.ai/v3",
  setting: "TRIPO_API_KEY",
  auth: { header: "Authorization", format: "Bearer {key}" },
  idempotency: "none",
  poll: {
    intervalSecondsMin: 2,
    statuses: {
      running: ["queued", "running"],
      failed: ["failed", "cancelled", "banned", "expired"],
    },
  },
  result: {
    expiresAfterSeconds: 300,
    expiry:
      "a signed address of about 5 minutes (a reader's notes of the v3 quick start); asking again gives a fresh one",
  },
  cancel: null,
  webhook: null,
  limits: {
    note: "tasks at once by account: 10 for v models, 5 for P models (a reader's notes)",
  },
  confidence:
    "medium: no OpenAPI is published; types of the official SDK @vastai/tripo-sdk 0.1.1, a copy of the v3 documentation (2026-08), readers' notes of it (2026-09)",
  models: [
    {
      id: "v3.1-20260211",
      upstreamModel: "v3.1-20260211",
      name: "Tripo v3.1",
      description: "Textured 3D models from text, one picture or four views; the all-round choice.",
      contentType: "3d",
      capabilities: ["image-to-3d", "text-to-3d"],
      endpoints: [
        "POST /v3/generation/text-to-model",
        "POST /v3/generation/image-to-model",
        "POST /v3/generation/multiview-to-model",
      ],
      transports: ["submit-poll"],
      parameters: highFidelity,
      pricing: {
        typicalJob: "1 textured model from an image",
        typicalUsd: 0.3,
        confidence: "documented",
      },
      priced: { count: 1 },
      priceFactors: highFidelityFactors,
      quality: 2,
      typicalSeconds: 90,
      lifecycle: { status: "active" },
      verification: "types of @vastai/tripo-sdk 0.1.1 + openapi hand-built from docs v3",
    },
    {
      id: "v3.0-20250812",
      upstreamModel: "v3.0-20250812",
      name: "Tripo v3.0",
      description: "The release before Tripo v3.1, for reproducing earlier results.",
      contentType: "3d",
      capabilities: ["image-to-3d", "text-to-3d"],
      endpoints: [
        "POST /v3/generation/text-to-model",
        "POST /v3/generation/image-to-model",
        "POST /v3/generation/multiview-to-model",
      ],
      transports: ["submit-poll"],
      parameters: highFidelity,
      pricing: {
        typicalJob: "1 textured model from an image",
        typicalUsd: 0.3,
        confidence: "documented",
      },
      priced: { count: 1 },
      priceFactors: highFidelityFactors,
      quality: 1,
      typicalSeconds: 80,
      lifecycle: { status: "active" },
      verification: "types of @vastai/tripo-sdk 0.1.1 + openapi hand-built from docs v3",
    },
    {
      id: "P1-20260311",
      upstreamModel: "P1-20260311",
      name: "Tripo P1 (smart mesh)",
      description: "Clean, low-polygon meshes fit for games and editing.",
      contentType: "3d",
      capabilities: ["image-to-3d", "text-to-3d"],
      endpoints: [
        "POST /v3/generation/text-to-model",
        "POST /v3/generation/image-to-model",
        "POST /v3/generation/multiview-to-model",
      ],
      transports: ["submit-poll"],
      parameters: modelParameters({ minimum: 50, maximum: 20_000 }),
      pricing: {
        typicalJob: "1 textured model from an image",
        typicalUsd: 0.5,
        confidence: "documented",
      },
      priced: { count: 1 },
      priceFactors: {
        task: {
          image: 1,
          text: { texture_quality: { standard: 40 / 50, detailed: 50 / 60, extreme: 60 / 70 } },
        },
        texture: { true: 1, false: 40 / 50 },
        texture_quality: { standard: 1, detailed: 60 / 50, extreme: 70 / 50 },
      },
      quality: 3,
      typicalSeconds: 120,
      lifecycle: { status: "active" },
      verification: "types of @vastai/tripo-sdk 0.1.1 + openapi hand-built from docs v3",
    },
    {
      id: "P2-20260801",
      upstreamModel: "P2-20260801",
      name: "Tripo P2 (preview)",
      description: "The next smart-mesh generation; a preview.",
      contentType: "3d",
      capabilities: ["image-to-3d", "text-to-3d"],
      endpoints: [
        "POST /v3/generation/text-to-model",
        "POST /v3/generation/image-to-model",
        "POST /v3/generation/multiview-to-model",
      ],
      transports: ["submit-poll"],
      parameters: modelParameters({ minimum: 48, maximum: 50_000 }),
      pricing: {
        typicalJob: "1 textured model",
        typicalUsd: 1.1,
        confidence: "readers' notes of the price list; 110 seen billed by one",
      },
      priced: { count: 1 },
      priceFactors: {
        texture: { true: 1, false: 100 / 110 },
        texture_quality: { standard: 1, detailed: 120 / 110, extreme: 130 / 110 },
      },
      quality: 3,
      typicalSeconds: 180,
      lifecycle: { status: "preview" },
      verification: "not in the copy of the documentation; readers' notes of 2026-09 name it",
    },
  ],
});

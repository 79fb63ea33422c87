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

/**
 * A megapixel of fal is a million pixels, while prices count binary megapixels; a started one is billed in
 * full.
 */
const megapixels = (millions: number): number => (millions * 1_000_000) / 1_048_576;

/**
 * fal's safety checker is on by default, so the parameter that switches it off is omitted here. `sync_mode`,
 * which puts the files into the response, is omitted, too.
 */
const sampling = {
  num_inference_steps: integer({ minimum: 1, maximum: 50 }),
  guidance_scale: number(),
  num_images: integer({ role: "count", minimum: 1, maximum: 4 }),
  seed: integer({ role: "seed" }),
  output_format: choice(["jpeg", "png"], { role: "format", default: "jpeg" }),
};

/** Sizes without a name are possible, too; the adapter sends one with the shape of the input. */
const sizedSampling = {
  image_size: choice(
    ["square_hd", "square", "portrait_4_3", "portrait_16_9", "landscape_4_3", "landscape_16_9"],
    { role: "size" },
  ),
  ...sampling,
};

/** Each is `{ path, scale?, force? }`: a URL or a name on Hugging Face. */
const loras = list("object", { role: "loras" });

const acceleration = choice(["none", "regular"]);

const controlled = {
  prompt: string({ role: "prompt" }),
  image_url: uri({ role: "controlImage" }),
  loras,
  ...sizedSampling,
};

const veoFast = {
  prompt: string({ role: "prompt" }),
  duration: choice(["4s", "6s", "8s"], { role: "duration", default: "4s" }),
  resolution: choice(["720p", "1080p"], { role: "resolution", default: "720p" }),
  generate_audio: boolean({ role: "audio", default: true }),
  negative_prompt: string({ role: "negativePrompt" }),
  seed: integer({ role: "seed" }),
  auto_fix: boolean({ default: true }),
};

/** fal's page: 15 cents a second with sound, 10 without, in either resolution (seen in two copies, 2026). */
const veoFastPrice = {
  pricing: {
    typicalJob: "4 s with sound",
    typicalUsd: 0.6,
    perSecondUsd: 0.15,
    confidence: "fal's list as quoted by two clients",
  },
  priced: { seconds: 4 },
  priceFactors: { generate_audio: { true: 1, false: 0.1 / 0.15 } },
} as const;

const seedance = {
  prompt: string({ role: "prompt" }),
  aspect_ratio: choice(["auto", "21:9", "16:9", "4:3", "1:1", "3:4", "9:16"], {
    role: "aspectRatio",
  }),
  duration: choice(["4", "5", "6", "7", "8", "9", "10", "11", "12"], {
    role: "duration",
    default: "5",
  }),
  resolution: choice(["480p", "720p", "1080p"], { role: "resolution", default: "720p" }),
  generate_audio: boolean({ role: "audio", default: true }),
  camera_fixed: boolean(),
  seed: integer({ role: "seed" }),
};

/**
 * Billed by tokens, width x height x 24 x seconds / 1024, at 2.40 dollars a million with sound and half without:
 * two lists have 5.2 cents a second of 720p. Not verified: the exact sizes of 480p.
 */
const seedancePrice = {
  pricing: {
    typicalJob: "5 s, 720p with sound",
    typicalUsd: 0.26,
    perSecondUsd: 0.052,
    confidence: "fal's list as quoted by two clients",
  },
  priced: { seconds: 5 },
  priceFactors: {
    resolution: { "480p": 0.48, "720p": 1, "1080p": 2.25 },
    generate_audio: { true: 1, false: 0.5 },
  },
} as const;

const seedance2 = {
  prompt: string({ role: "prompt" }),
  aspect_ratio: choice(["auto", "21:9", "16:9", "4:3", "1:1", "3:4", "9:16"], {
    role: "aspectRatio",
  }),
  duration: choice(["4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"], {
    role: "duration",
    default: "4",
  }),
  resolution: choice(["480p", "720p"], { role: "resolution", default: "720p" }),
  generate_audio: boolean({ role: "audio", default: false }),
  seed: integer({ role: "seed" }),
};

/**
 * The price of a second of 720p, which 480p costs here, too. The client's types say that sound doubles the
 * price, so that a video with sound is above the highest price of a job. Not verified: whether the price in the
 * lists is already the one with sound.
 */
const seedance2Price = {
  pricing: {
    typicalJob: "4 s, 720p silent",
    typicalUsd: 0.9676,
    perSecondUsd: 0.2419,
    confidence: "fal's list as quoted by a reseller (2026); the price of 480p was not read",
  },
  priced: { seconds: 4 },
  priceFactors: { generate_audio: { false: 1, true: 2 } },
} as const;

export default defineProvider({
  slug: "fal",
  name: "fal",
  description:
    "Queue-backed host of open and partner models: Veo, Seedance, LoRA, Canny, Depth, Fill, Redux, upscalers, restoration, 3D, Pika, Moondream",
  mentions: { withUse: "fal(?:[. ]?ai)?" },
  tier: "core",
  integrated: true,
  baseUrl: "https://queue.fal.run",
  setting: "FAL_KEY",
  auth: { header: "Authorization", format: "Key {key}" },
  requestIdHeader: "x-fal-request-id",
  idempotency: "none",
  idempotencyNote:
    "no client key; X-Fal-No-Retry and x-app-fal-disable-fallback keep fal from running it again",
  poll: {
    intervalSecondsMin: 1,
    statuses: {
      running: ["IN_QUEUE", "IN_PROGRESS"],
      // `error_type` of a COMPLETED request: fal has no failure status. A model's own error has none of
      // these; response_url returns it with its HTTP status.
      failed: [
        "request_timeout",
        "startup_timeout",
        "runner_scheduling_failure",
        "runner_connection_timeout",
        "runner_disconnected",
        "runner_connection_refused",
        "runner_connection_error",
        "runner_incomplete_response",
        "runner_server_error",
        "client_disconnected",
        "client_cancelled",
        "bad_request",
        "internal_error",
      ],
    },
  },
  result: {
    expiresAfterSeconds: 86_400,
    expiry:
      "set by X-Fal-Object-Lifecycle-Preference, here to one day (without it, files stay public indefinitely); the response is kept 30 days, with X-Fal-Store-IO: 0 one hour, or 6 minutes above 10 KB",
  },
  cancel:
    "PUT cancel_url -> 200 OK | 202 CANCELLATION_REQUESTED | 400 ALREADY_COMPLETED | 404 NOT_FOUND",
  webhook: {
    register: "fal_webhook query",
    signature:
      "ED25519 over request-id\\nuser-id\\ntimestamp\\nsha256(body); headers X-Fal-Webhook-{Request-Id,User-Id,Timestamp,Signature}; JWKS https://rest.fal.ai/.well-known/jwks.json; +-300 s; up to 31 tries (documents of 2026-09; formerly 10 in 2 h)",
    accepted: {
      verify: {
        scheme: "key-set",
        url: "https://rest.fal.ai/.well-known/jwks.json",
        headers: {
          requestId: "x-fal-webhook-request-id",
          userId: "x-fal-webhook-user-id",
          timestamp: "x-fal-webhook-timestamp",
          signature: "x-fal-webhook-signature",
        },
      },
      fields: { requestId: ["request_id"], status: ["status"] },
    },
  },
  limits: {
    note: "running requests by account (2..40); others wait in the queue and are never refused for it. 5xx is not billed, 4xx of a model may be",
  },
  confidence: "high: SDK code and types, official documents and platform OpenAPI 2026-08",
  models: [
    {
      id: "flux-lora",
      upstreamModel: "fal-ai/flux-lora",
      name: "FLUX.1 [dev] LoRA",
      description: "Open FLUX with your own LoRA adapters for a style, a person or a product.",
      contentType: "image",
      capabilities: ["text-to-image"],
      endpoints: ["POST https://queue.fal.run/fal-ai/flux-lora"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt"], {
        prompt: string({ role: "prompt" }),
        loras,
        acceleration,
        ...sizedSampling,
      }),
      pricing: {
        typicalJob: "1 MP",
        typicalUsd: 0.035,
        confidence: "documented",
      },
      priced: { count: 1, megapixels: 1 },
      limits: { megapixels: { min: 0.26, max: 1.05 } },
      quality: 2,
      typicalSeconds: 8,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "flux-lora-canny",
      upstreamModel: "fal-ai/flux-lora-canny",
      name: "FLUX.1 Canny + LoRA",
      description: "FLUX that follows the edges of a picture; takes LoRA adapters.",
      contentType: "image",
      capabilities: ["image-to-image"],
      endpoints: ["POST https://queue.fal.run/fal-ai/flux-lora-canny"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt", "image_url"], controlled),
      pricing: {
        typicalJob: "1 MP",
        typicalUsd: 0.035,
        confidence: "third party's copy of the list, as flux-lora-depth",
      },
      priced: { count: 1, megapixels: 1 },
      limits: { megapixels: { min: 0.26, max: 1.05 } },
      quality: 2,
      typicalSeconds: 10,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "flux-lora-depth",
      upstreamModel: "fal-ai/flux-lora-depth",
      name: "FLUX.1 Depth + LoRA",
      description: "FLUX that keeps the depth of a scene; takes LoRA adapters.",
      contentType: "image",
      capabilities: ["image-to-image"],
      endpoints: ["POST https://queue.fal.run/fal-ai/flux-lora-depth"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt", "image_url"], { ...controlled, acceleration }),
      pricing: {
        typicalJob: "1 MP",
        typicalUsd: 0.035,
        confidence: "documented",
      },
      priced: { count: 1, megapixels: 1 },
      limits: { megapixels: { min: 0.26, max: 1.05 } },
      quality: 2,
      typicalSeconds: 10,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "flux-lora-fill",
      upstreamModel: "fal-ai/flux-lora-fill",
      name: "FLUX.1 Fill + LoRA",
      description: "Fills a masked area with open FLUX and LoRA adapters.",
      contentType: "image",
      capabilities: ["inpainting"],
      endpoints: ["POST https://queue.fal.run/fal-ai/flux-lora-fill"],
      transports: ["submit-poll"],
      parameters: parameters(["image_url", "mask_url"], {
        image_url: uri({ role: "image" }),
        mask_url: uri({ role: "mask" }),
        prompt: string({ role: "prompt" }),
        loras,
        acceleration,
        paste_back: boolean(),
        resize_to_original: boolean(),
        ...sizedSampling,
      }),
      pricing: {
        typicalJob: "1 MP",
        typicalUsd: 0.035,
        confidence: "by analogy with flux-lora-depth",
      },
      priced: { count: 1, megapixels: 1 },
      limits: { megapixels: { min: 0.26, max: 1.05 } },
      quality: 2,
      typicalSeconds: 10,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "flux-1-dev-redux",
      upstreamModel: "fal-ai/flux-1/dev/redux",
      name: "FLUX.1 Redux [dev]",
      description: "Variations of one picture, without a prompt.",
      contentType: "image",
      capabilities: ["image-to-image"],
      endpoints: ["POST https://queue.fal.run/fal-ai/flux-1/dev/redux"],
      transports: ["submit-poll"],
      parameters: parameters(["image_url"], {
        image_url: uri({ role: "image" }),
        acceleration: choice(["none", "regular", "high"]),
        ...sizedSampling,
      }),
      pricing: {
        typicalJob: "1 MP",
        typicalUsd: 0.025,
        confidence: "documented",
      },
      priced: { count: 1, megapixels: 1 },
      limits: { megapixels: { min: 0.26, max: 1.05 } },
      quality: 1,
      typicalSeconds: 8,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "flux-kontext-lora",
      upstreamModel: "fal-ai/flux-kontext-lora",
      name: "FLUX.1 Kontext [dev] LoRA",
      description: "Edits a picture by instruction with open Kontext and LoRA adapters.",
      contentType: "image",
      capabilities: ["image-to-image"],
      endpoints: ["POST https://queue.fal.run/fal-ai/flux-kontext-lora"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt", "image_url"], {
        prompt: string({ role: "prompt" }),
        image_url: uri({ role: "image" }),
        loras,
        acceleration: choice(["none", "regular", "high"]),
        resolution_mode: choice(
          [
            // Not "match_input", whose price depends on the size of the input.
            "auto",
            "1:1",
            "16:9",
            "21:9",
            "3:2",
            "2:3",
            "4:5",
            "5:4",
            "3:4",
            "4:3",
            "9:16",
            "9:21",
          ],
          { role: "aspectRatio" },
        ),
        ...sampling,
        num_inference_steps: integer({ minimum: 10, maximum: 50 }),
        guidance_scale: number({ minimum: 0, maximum: 20 }),
        output_format: choice(["jpeg", "png"], { role: "format", default: "png" }),
      }),
      pricing: {
        typicalJob: "1 MP",
        typicalUsd: 0.035,
        confidence: "documented",
      },
      priced: { count: 1 },
      // Sent by default: about a megapixel, in the shape of the input.
      priceFactors: { resolution_mode: { auto: 1 } },
      quality: 2,
      typicalSeconds: 10,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "clarity-upscaler",
      upstreamModel: "fal-ai/clarity-upscaler",
      name: "Clarity Upscaler",
      description: "Enlarges up to four times and adds texture; creativity sets how much.",
      contentType: "image",
      capabilities: ["upscaling", "enhancement"],
      endpoints: ["POST https://queue.fal.run/fal-ai/clarity-upscaler"],
      transports: ["submit-poll"],
      parameters: parameters(["image_url"], {
        image_url: uri({ role: "image" }),
        upscale_factor: number({ role: "scale", minimum: 1, maximum: 4, default: 2 }),
        prompt: string({ role: "prompt" }),
        negative_prompt: string({ role: "negativePrompt" }),
        creativity: number({ minimum: 0, maximum: 1 }),
        resemblance: number({ minimum: 0, maximum: 1 }),
        guidance_scale: number(),
        num_inference_steps: integer(),
        seed: integer({ role: "seed" }),
      }),
      pricing: {
        typicalJob: "twice the sides of a picture of 1024x1024: 5 begun MP",
        typicalUsd: 0.15,
        stepUsd: 0.03,
        confidence: "documented",
      },
      priced: { megapixels: megapixels(5) },
      measured: { megapixels: true },
      quality: 2,
      typicalSeconds: 30,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "codeformer",
      upstreamModel: "fal-ai/codeformer",
      name: "CodeFormer face restoration",
      description: "Repairs blurred or damaged faces in old photos.",
      contentType: "image",
      capabilities: ["restoration", "enhancement"],
      endpoints: ["POST https://queue.fal.run/fal-ai/codeformer"],
      transports: ["submit-poll"],
      parameters: parameters(["image_url"], {
        image_url: uri({ role: "image" }),
        fidelity: number({ minimum: 0, maximum: 1 }),
        // The engine's own bounds: fal names none, and a large image is billed.
        upscale_factor: number({ role: "scale", minimum: 1, maximum: 4, default: 2 }),
        face_upscale: boolean(),
        only_center_face: boolean(),
        aligned: boolean(),
        seed: integer({ role: "seed" }),
      }),
      pricing: {
        typicalJob: "twice the sides of a picture of 1024x1024: 5 begun MP",
        typicalUsd: 0.0125,
        stepUsd: 0.0025,
        confidence: "third party's copy of the list; above it to be safe",
      },
      priced: { megapixels: megapixels(5) },
      measured: { megapixels: true },
      quality: 2,
      typicalSeconds: 6,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "hyper3d-rodin-v2",
      upstreamModel: "fal-ai/hyper3d/rodin/v2",
      name: "Hyper3D Rodin Gen-2",
      description:
        "Detailed 3D models from text or up to five pictures, as GLB, USDZ, FBX, OBJ or STL.",
      contentType: "3d",
      capabilities: ["text-to-3d", "image-to-3d"],
      endpoints: ["POST https://queue.fal.run/fal-ai/hyper3d/rodin/v2"],
      transports: ["submit-poll"],
      parameters: parameters([], {
        prompt: string({ role: "prompt" }),
        input_image_urls: list("uri", { role: "images", maxItems: 5 }),
        geometry_file_format: choice(["glb", "usdz", "fbx", "obj", "stl"], {
          role: "format",
          default: "glb",
        }),
        material: choice(["PBR", "Shaded", "All"]),
        quality_mesh_option: choice([
          "4K Quad",
          "8K Quad",
          "18K Quad",
          "50K Quad",
          "2K Triangle",
          "20K Triangle",
          "150K Triangle",
          "500K Triangle",
        ]),
        TAPose: boolean(),
        bbox_condition: list("number", { maxItems: 3 }),
        use_original_alpha: boolean(),
        seed: integer({ role: "seed", minimum: 0, maximum: 65_535 }),
      }),
      pricing: {
        typicalJob: "1 model",
        typicalUsd: 0.4,
        confidence: "documented for v1 and v2.5; v2 by Comfy's list, 84.4 credits / 211",
      },
      priced: { count: 1 },
      quality: 3,
      typicalSeconds: 90,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "pika-v2.2-pikaframes",
      upstreamModel: "fal-ai/pika/v2.2/pikaframes",
      name: "Pika 2.2 Pikaframes (keyframes)",
      description: "Moves through up to five given pictures; from one alone, away and back to it.",
      contentType: "video",
      capabilities: ["image-to-video"],
      endpoints: ["POST https://queue.fal.run/fal-ai/pika/v2.2/pikaframes"],
      transports: ["submit-poll"],
      parameters: parameters(["image_urls"], {
        image_urls: list("uri", { role: "keyframes", maxItems: 5 }),
        // Length of the whole video, which is billed; the adapter divides it among the transitions.
        "transitions[].duration": integer({ role: "duration", minimum: 5, maximum: 25 }),
        prompt: string({ role: "prompt" }),
        negative_prompt: string({ role: "negativePrompt" }),
        resolution: choice(["720p", "1080p"], { role: "resolution", default: "720p" }),
        seed: integer({ role: "seed" }),
      }),
      pricing: {
        typicalJob: "5 s, 720p",
        typicalUsd: 0.2,
        perSecondUsd: 0.04,
        minimumUsd: 0.2,
        confidence: "documented",
      },
      priced: { seconds: 5 },
      priceFactors: {
        resolution: { "720p": 1, "1080p": 1.5 },
      },
      quality: 2,
      typicalSeconds: 60,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "veo3.1-fast",
      offers: "veo-3.1-fast",
      differs: ["text only", "with sound"],
      upstreamModel: "fal-ai/veo3.1/fast",
      name: "Veo 3.1 Fast (fal)",
      description: "Google Veo with speech and sound, 4 to 8 seconds from text.",
      contentType: "video",
      capabilities: ["text-to-video"],
      endpoints: ["POST https://queue.fal.run/fal-ai/veo3.1/fast"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt"], {
        ...veoFast,
        aspect_ratio: choice(["16:9", "9:16"], { role: "aspectRatio", default: "16:9" }),
      }),
      ...veoFastPrice,
      quality: 3,
      typicalSeconds: 70,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "veo3.1-fast-image-to-video",
      offers: "veo-3.1-fast",
      differs: ["from a first frame only", "with sound"],
      upstreamModel: "fal-ai/veo3.1/fast/image-to-video",
      name: "Veo 3.1 Fast (fal, from a picture)",
      description: "Google Veo with speech and sound, 4 to 8 seconds from a first frame.",
      contentType: "video",
      capabilities: ["image-to-video"],
      endpoints: ["POST https://queue.fal.run/fal-ai/veo3.1/fast/image-to-video"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt", "image_url"], {
        ...veoFast,
        image_url: uri({ role: "firstFrame" }),
        aspect_ratio: choice(["auto", "16:9", "9:16"], { role: "aspectRatio", default: "auto" }),
      }),
      ...veoFastPrice,
      quality: 3,
      typicalSeconds: 70,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "seedance-1.5-pro",
      upstreamModel: "fal-ai/bytedance/seedance/v1.5/pro/text-to-video",
      name: "Seedance 1.5 Pro",
      description: "ByteDance video with sound, 4 to 12 seconds from text.",
      contentType: "video",
      capabilities: ["text-to-video"],
      endpoints: ["POST https://queue.fal.run/fal-ai/bytedance/seedance/v1.5/pro/text-to-video"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt"], seedance),
      ...seedancePrice,
      quality: 3,
      typicalSeconds: 90,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "seedance-1.5-pro-image-to-video",
      upstreamModel: "fal-ai/bytedance/seedance/v1.5/pro/image-to-video",
      name: "Seedance 1.5 Pro (from pictures)",
      description: "ByteDance video with sound, 4 to 12 seconds from a first and a last frame.",
      contentType: "video",
      capabilities: ["image-to-video"],
      endpoints: ["POST https://queue.fal.run/fal-ai/bytedance/seedance/v1.5/pro/image-to-video"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt", "image_url"], {
        ...seedance,
        image_url: uri({ role: "firstFrame" }),
        end_image_url: uri({ role: "lastFrame" }),
      }),
      ...seedancePrice,
      quality: 3,
      typicalSeconds: 90,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
    {
      id: "seedance-2.0-fast",
      upstreamModel: "bytedance/seedance-2.0/fast/text-to-video",
      name: "Seedance 2.0 Fast",
      description: "ByteDance's current video model, silent clips of 4 to 15 seconds from text.",
      contentType: "video",
      capabilities: ["text-to-video"],
      endpoints: ["POST https://queue.fal.run/bytedance/seedance-2.0/fast/text-to-video"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt"], seedance2),
      ...seedance2Price,
      quality: 3,
      typicalSeconds: 90,
      lifecycle: { status: "active" },
      verification: "sdk-types (Seedance2T2VInput); the endpoint from several clients of others",
    },
    {
      id: "seedance-2.0-fast-image-to-video",
      upstreamModel: "bytedance/seedance-2.0/fast/image-to-video",
      name: "Seedance 2.0 Fast (from pictures)",
      description: "ByteDance's current video model, silent clips from a first and a last frame.",
      contentType: "video",
      capabilities: ["image-to-video"],
      endpoints: ["POST https://queue.fal.run/bytedance/seedance-2.0/fast/image-to-video"],
      transports: ["submit-poll"],
      parameters: parameters(["prompt", "image_url"], {
        ...seedance2,
        image_url: uri({ role: "firstFrame" }),
        end_image_url: uri({ role: "lastFrame" }),
      }),
      ...seedance2Price,
      quality: 3,
      typicalSeconds: 90,
      lifecycle: { status: "active" },
      verification: "sdk-types (Seedance2I2VInput); the endpoint from several clients of others",
    },
    {
      id: "moondream3-preview-query",
      upstreamModel: "fal-ai/moondream3-preview/query",
      name: "Moondream 3 Preview: query",
      description: "Small and quick answers to questions about a picture; a preview.",
      contentType: "image",
      capabilities: ["vision-analysis"],
      endpoints: ["POST https://queue.fal.run/fal-ai/moondream3-preview/query"],
      transports: ["submit-poll"],
      parameters: parameters(["image_url", "prompt"], {
        image_url: uri({ role: "image" }),
        prompt: string({ role: "prompt", default: "Describe this image." }),
        reasoning: boolean(),
        temperature: number({ minimum: 0, maximum: 1 }),
        top_p: number({ minimum: 0, maximum: 1 }),
      }),
      pricing: {
        typicalJob: "1 image, ~1.5k in / 0.5k out tokens",
        typicalUsd: 0.003,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 1,
      typicalSeconds: 4,
      lifecycle: { status: "preview" },
      verification: "sdk-types",
    },
  ],
});

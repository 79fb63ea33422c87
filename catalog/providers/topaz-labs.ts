import { defineProvider } from "#catalog/define-provider.ts";
import {
  binary,
  boolean,
  choice,
  integer,
  number,
  object,
  type Parameter,
  parameters,
  uri,
} from "#catalog/parameters.ts";

type Properties = Readonly<Record<string, Parameter>>;

/** Starter plan, pay as you go; larger plans pay down to $0.08. */
const creditUsd = 0.12;
/** Credits are sold per million pixels, while prices here count binary megapixels. */
const megapixels = (millions: number): number => (millions * 1_000_000) / 1_048_576;

const picture: Properties = {
  source_url: uri({ role: "image" }),
  image: binary({ role: "image" }),
  // The provider also writes TIFF, which the engine does not store.
  output_format: choice(["jpeg", "jpg", "png"], { role: "format", default: "jpeg" }),
};

const enlarged: Properties = {
  ...picture,
  output_width: integer({ role: "width", minimum: 1, maximum: 32_000 }),
  output_height: integer({ role: "height", minimum: 1, maximum: 32_000 }),
  // Not sent: converted to the width. Upscaling doubles the sides by default.
  scale: number({ role: "scale", minimum: 1, maximum: 6 }),
  crop_to_fill: boolean({ default: false }),
};

function pictureModel(model: string, properties: Properties = picture) {
  return parameters([], properties, { model });
}

/** The rest of the provider's request is read from the video itself. */
function videoModel(model: string, properties: Properties) {
  return parameters(
    ["source", "output.dynamicCompressionLevel"],
    {
      source: object({ role: "video" }),
      // Not sent: the maximum length of the video, which is billed.
      duration: integer({ role: "duration", minimum: 1, maximum: 600, default: 10 }),
      // Sent as pixels, in the shape of the video; by default nothing gets smaller.
      "output.resolution": choice(["720p", "1080p", "4k"], {
        role: "resolution",
        default: "1080p",
      }),
      "output.dynamicCompressionLevel": choice(["Low", "Mid", "High"], { default: "Mid" }),
      ...properties,
    },
    { "filters[].model": model },
  );
}

const automatic = choice(["Auto", "Manual", "Relative"], { default: "Auto" });
const amount = number({ minimum: -1, maximum: 1 });

/** Price of every model that edits an image without regenerating it. */
const picturePrice = {
  typicalJob: "1 image up to 24 MP",
  typicalUsd: creditUsd,
  stepUsd: creditUsd,
  confidence: "documented",
} as const;

export default defineProvider({
  slug: "topaz-labs",
  name: "Topaz Labs",
  description:
    "Image and video upscaling, sharpening, denoising, restoration, lighting and frame interpolation",
  mentions: { withUse: "topaz(?: ?labs)?(?: ai)?", alone: "topaz labs" },
  tier: "core",
  integrated: true,
  baseUrl: "https://api.topazlabs.com",
  setting: "TOPAZ_API_KEY",
  auth: { header: "X-API-Key", format: "{key}" },
  requestIdHeader: "x-process-id",
  idempotency: "none",
  idempotencyNote:
    "a video request is free until accept puts credits aside, and starts only at complete-upload",
  poll: {
    intervalSecondsMin: 5,
    statuses: {
      running: [
        "Pending",
        "Processing",
        "requested",
        "accepted",
        "initializing",
        "preprocessing",
        "processing",
        "postprocessing",
        "canceling",
      ],
      failed: ["Failed", "Cancelled", "failed", "canceled"],
    },
  },
  result: {
    expiresAfterSeconds: 3600,
    expiry: "image kept 7 days, its address 1 h; video kept 7 days, its address 24 h",
  },
  cancel:
    "DELETE /image/v1/cancel/{id} (409 when too late); DELETE /video/{id} (what is not yet done is refunded)",
  webhook: {
    register: "webhook_url (image), notifications.webhookUrl (video)",
    signature: "none; notification_id ULID; 5xx retried 5 s..15 min, 4xx dropped",
    accepted: {
      verify: { scheme: "none" },
      fields: { requestId: ["process_id", "requestId"], status: ["status"] },
    },
  },
  limits: {
    note: "429 with exponential backoff advised; source <= 500 MB",
  },
  confidence: "high: official OpenAPI (copy of 2026-04), price pages of 2026-10",
  models: [
    {
      id: "topaz-standard-v2",
      upstreamModel: "Standard V2",
      name: "Topaz Standard V2",
      description: "Faithful enlargement of ordinary photos.",
      contentType: "image",
      capabilities: ["upscaling", "enhancement"],
      endpoints: ["POST /image/v1/enhance/async"],
      transports: ["submit-poll"],
      parameters: pictureModel("Standard V2", enlarged),
      pricing: picturePrice,
      priced: { megapixels: megapixels(24) },
      measured: { megapixels: true },
      quality: 2,
      typicalSeconds: 20,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "topaz-wonder",
      upstreamModel: "Wonder",
      name: "Topaz Wonder (generative)",
      description: "Generative rescue and enlargement of very small or compressed pictures.",
      contentType: "image",
      capabilities: ["upscaling", "restoration"],
      endpoints: ["POST /image/v1/enhance-gen/async"],
      transports: ["submit-poll"],
      parameters: pictureModel("Wonder", enlarged),
      pricing: {
        typicalJob: "4 MP output",
        typicalUsd: creditUsd,
        stepUsd: creditUsd,
        confidence: "the list of a newer Wonder",
      },
      priced: { megapixels: megapixels(4) },
      measured: { megapixels: true },
      quality: 3,
      typicalSeconds: 60,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "topaz-sharpen-standard",
      upstreamModel: "Standard",
      name: "Topaz Sharpen",
      description: "Removes slight blur without halos.",
      contentType: "image",
      capabilities: ["enhancement"],
      endpoints: ["POST /image/v1/sharpen/async"],
      transports: ["submit-poll"],
      parameters: pictureModel("Standard"),
      pricing: picturePrice,
      priced: { megapixels: megapixels(24) },
      measured: { megapixels: true },
      quality: 2,
      typicalSeconds: 15,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "topaz-super-focus-v2",
      upstreamModel: "Super Focus V2",
      name: "Topaz Super Focus V2",
      description: "Generative repair of badly unfocused pictures.",
      contentType: "image",
      capabilities: ["enhancement", "restoration"],
      endpoints: ["POST /image/v1/sharpen-gen/async"],
      transports: ["submit-poll"],
      parameters: pictureModel("Super Focus V2"),
      pricing: {
        typicalJob: "1 image up to 24 MP",
        typicalUsd: 2 * creditUsd,
        minimumUsd: 2 * creditUsd,
        stepUsd: creditUsd,
        confidence: "not verified (generative tier assumed 2 credits)",
      },
      priced: { megapixels: megapixels(24) },
      measured: { megapixels: true },
      quality: 3,
      typicalSeconds: 60,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "topaz-denoise-normal",
      upstreamModel: "Normal",
      name: "Topaz Denoise",
      description: "Removes camera noise and keeps texture.",
      contentType: "image",
      capabilities: ["restoration", "enhancement"],
      endpoints: ["POST /image/v1/denoise/async"],
      transports: ["submit-poll"],
      parameters: pictureModel("Normal"),
      pricing: picturePrice,
      priced: { megapixels: megapixels(24) },
      measured: { megapixels: true },
      quality: 2,
      typicalSeconds: 15,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "topaz-dust-scratch-v2",
      upstreamModel: "Dust-Scratch V2",
      name: "Topaz Dust and Scratch V2",
      description: "Removes dust and scratches from scanned prints and film.",
      contentType: "image",
      capabilities: ["restoration"],
      endpoints: ["POST /image/v1/restore-gen/async"],
      transports: ["submit-poll"],
      parameters: pictureModel("Dust-Scratch V2"),
      pricing: picturePrice,
      priced: { megapixels: megapixels(24) },
      measured: { megapixels: true },
      quality: 3,
      typicalSeconds: 60,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "topaz-adjust-v2",
      upstreamModel: "Adjust V2",
      name: "Topaz Lighting Adjust V2",
      description: "Corrects exposure and contrast automatically.",
      contentType: "image",
      capabilities: ["enhancement"],
      endpoints: ["POST /image/v1/lighting/async"],
      transports: ["submit-poll"],
      parameters: pictureModel("Adjust V2"),
      pricing: picturePrice,
      priced: { megapixels: megapixels(24) },
      measured: { megapixels: true },
      quality: 2,
      typicalSeconds: 15,
      lifecycle: { status: "active" },
      verification: "official-openapi",
    },
    {
      id: "prob-4",
      upstreamModel: "prob-4",
      name: "Topaz Proteus (video)",
      description: "Proteus: enlarges and cleans video, automatically or with six sliders.",
      contentType: "video",
      capabilities: ["upscaling", "enhancement"],
      endpoints: [
        "POST /video/",
        "PATCH /video/{id}/accept",
        "PUT parts",
        "PATCH /video/{id}/complete-upload/",
      ],
      transports: ["submit-upload-poll"],
      parameters: videoModel("prob-4", {
        "filters[].auto": automatic,
        "filters[].details": amount,
        "filters[].noise": amount,
        "filters[].compression": amount,
        "filters[].blur": amount,
        "filters[].grain": number({ minimum: 0, maximum: 0.1 }),
      }),
      pricing: {
        typicalJob: "10 s, 1080p",
        typicalUsd: 2 * creditUsd,
        // A minute is 8 credits; a started credit is charged in full.
        perSecondUsd: (8 * creditUsd) / 60,
        stepUsd: creditUsd,
        confidence: "documented",
      },
      priced: { seconds: 10 },
      measured: { seconds: { of: ["video"] } },
      priceFactors: { "output.resolution": { "720p": 1 / 2, "1080p": 1, "4k": 31 / 8 } },
      quality: 2,
      typicalSeconds: 180,
      lifecycle: { status: "active" },
      verification: "official-openapi+docs",
    },
    {
      id: "nyx-3",
      upstreamModel: "nyx-3",
      name: "Topaz Nyx (video denoise)",
      description: "Nyx: removes noise from video shot in low light.",
      contentType: "video",
      capabilities: ["restoration", "enhancement"],
      endpoints: [
        "POST /video/",
        "PATCH /video/{id}/accept",
        "PUT parts",
        "PATCH /video/{id}/complete-upload/",
      ],
      transports: ["submit-upload-poll"],
      parameters: videoModel("nyx-3", {
        "filters[].auto": automatic,
        "filters[].noise": amount,
        "filters[].recoverOriginalDetailValue": number({ minimum: 0, maximum: 1 }),
      }),
      pricing: {
        typicalJob: "10 s, 1080p",
        typicalUsd: 2 * creditUsd,
        // As Proteus, which the older page lists alike.
        perSecondUsd: (8 * creditUsd) / 60,
        stepUsd: creditUsd,
        confidence: "documented",
      },
      priced: { seconds: 10 },
      measured: { seconds: { of: ["video"] } },
      priceFactors: { "output.resolution": { "720p": 1 / 2, "1080p": 1, "4k": 31 / 8 } },
      quality: 2,
      typicalSeconds: 180,
      lifecycle: { status: "active" },
      verification: "official-openapi+docs",
    },
    {
      id: "slp-2.5",
      upstreamModel: "slp-2.5",
      name: "Topaz Starlight Precise 2.5 (video)",
      description: "Starlight: diffusion restoration of old or very poor video; slow.",
      contentType: "video",
      capabilities: ["upscaling", "restoration"],
      endpoints: [
        "POST /video/",
        "PATCH /video/{id}/accept",
        "PUT parts",
        "PATCH /video/{id}/complete-upload/",
      ],
      transports: ["submit-upload-poll"],
      parameters: videoModel("slp-2.5", {}),
      pricing: {
        typicalJob: "5 s, 1080p",
        typicalUsd: 6 * creditUsd,
        perSecondUsd: (30 / 26.0417) * creditUsd,
        stepUsd: creditUsd,
        confidence: "documented",
      },
      priced: { seconds: 5 },
      measured: { seconds: { of: ["video"] } },
      priceFactors: { "output.resolution": { "720p": 1, "1080p": 1, "4k": 26.0417 / 11.9179 } },
      quality: 3,
      typicalSeconds: 420,
      lifecycle: {
        status: "deprecated",
        note: "the provider lists 2.5 as deprecated since Starlight Precise 2.6; no date is given",
      },
      verification:
        "price pages; its code name slp-2.5 is from others' clients, not in the OpenAPI",
    },
    {
      id: "apo-8",
      upstreamModel: "apo-8",
      name: "Topaz Apollo (frame interpolation)",
      description: "Apollo: new frames between frames, for a higher frame rate.",
      contentType: "video",
      capabilities: ["enhancement"],
      endpoints: [
        "POST /video/",
        "PATCH /video/{id}/accept",
        "PUT parts",
        "PATCH /video/{id}/complete-upload/",
      ],
      transports: ["submit-upload-poll"],
      parameters: videoModel("apo-8", {
        "filters[].fps": integer({
          role: "fps",
          enum: [24, 25, 30, 48, 50, 60, 120],
          default: 60,
        }),
        "filters[].duplicate": boolean(),
        "filters[].duplicateThreshold": number({ minimum: 0.001, maximum: 0.1 }),
      }),
      pricing: {
        typicalJob: "10 s, 1080p",
        typicalUsd: 3 * creditUsd,
        perSecondUsd: (3 * creditUsd) / 10,
        stepUsd: creditUsd,
        confidence: "between two lists",
      },
      priced: { seconds: 10 },
      measured: { seconds: { of: ["video"] } },
      priceFactors: {
        "output.resolution": { "720p": 1, "1080p": 1, "4k": 10 / 3 },
        "filters[].fps": { "60": 1, "120": 2 },
      },
      quality: 2,
      typicalSeconds: 180,
      lifecycle: { status: "active" },
      verification: "official-openapi+docs",
    },
  ],
});

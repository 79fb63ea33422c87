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

const options = {
  "options.external_task_id": string({ role: "idempotencyKey" }),
  "options.callback_url": uri(),
};

/** Entries of `contents`, each named by its `type`. */
const frames = {
  first_frame: string({ role: "firstFrame" }),
  last_frame: string({ role: "lastFrame" }),
};

/**
 * References that the omni models accept in addition to frames. With a video, or with more than two images,
 * all images are references. A prompt can name them @image_1, @image_2 …, and the video @video_1.
 */
const references = {
  refer_image: list("uri", { role: "images", maxItems: 2 }),
  base_video: uri({ role: "video", only: { "image-to-video": [] } }),
};

/** An edited video keeps its length, and is billed to the nearest second. */
const editedLength = { of: ["video"], toleranceSeconds: 0.499 } as const;

/** Not sent: a video among the inputs raises the price of each second. */
const task = choice(["video", "video_edit"], {
  role: "task",
  tasks: { "text-to-video": "video", "image-to-video": "video", "video-editing": "video_edit" },
});
const videoInput = { video: 1, video_edit: 1.5 };

/** Images of the omni models, through the legacy API. A series of images is not offered. */
function omniImage(resolutions: readonly string[]) {
  return parameters(["prompt"], {
    prompt: string({ role: "prompt", maxLength: 2500 }),
    image_list: list("object", { role: "images", maxItems: 10, only: { "text-to-image": [] } }),
    resolution: choice(resolutions, { role: "resolution", default: "1k" }),
    n: integer({ role: "count", minimum: 1, maximum: 9, default: 1 }),
    aspect_ratio: choice(["16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3", "21:9"], {
      role: "aspectRatio",
    }),
    external_task_id: string({ role: "idempotencyKey" }),
    callback_url: uri(),
  });
}

/** Frames and references of videos (the pages of each model, 2026-09-20). */
const images = { types: ["image/jpeg", "image/png"], sideMin: 300, ratioMax: 2.5 };

export default defineProvider({
  slug: "kling",
  name: "Kling AI",
  description: "Kling 3.0 video with native audio, omni editing, images and lip sync",
  tier: "core",
  integrated: true,
  baseUrl: "https://api-singapore.klingai.com",
  setting: "KLING_API_KEY",
  auth: {
    header: "Authorization",
    format: "Bearer {key}",
  },
  idempotency: "lookup",
  idempotencyNote:
    "options.external_task_id must be unique within an account (vendor). A second create is refused with HTTP 400 code 1201 at no cost, whatever the product (third-party live test 2026-09-22); it is not answered with the first task, so the class is lookup and not key. Not verified: after a failed first task",
  poll: {
    intervalSecondsMin: 5,
    statuses: {
      running: ["submitted", "processing"],
      failed: ["failed"],
    },
  },
  result: {
    expiresAfterSeconds: 2592000,
    expiry: "30 days",
  },
  cancel: null,
  webhook: {
    register: "options.callback_url",
    signature:
      "Standard Webhooks when a whsec_ secret is configured: webhook-id, webhook-timestamp, webhook-signature v1",
    accepted: {
      verify: { scheme: "standard", setting: "KLING_WEBHOOK_SECRET" },
      fields: {
        requestId: ["id", "task_id", "data.id", "data.task_id"],
        status: ["status", "task_status"],
      },
    },
  },
  limits: {
    note: "concurrent tasks by resource package; no QPS limit documented",
  },
  confidence:
    "high: vendor docs copied 2026-09-20 by a third party plus its live tests; no OpenAPI document, types or official client of this API were found (2026-11: the vendor's public plugins speak MCP, clients on npm are those of others for the legacy API)",
  models: [
    {
      id: "kling-3.0",
      upstreamModel: "kling-3.0",
      name: "Kling 3.0",
      description: "Clips of 3 to 15 seconds up to 4K with first and last frame and native sound.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: ["POST /text-to-video/kling-3.0", "POST /image-to-video/kling-3.0"],
      transports: ["submit-poll"],
      parameters: parameters([], {
        prompt: string({ role: "prompt", maxLength: 3072 }),
        ...frames,
        "settings.resolution": choice(["720p", "1080p", "4k"], {
          role: "resolution",
          default: "720p",
        }),
        "settings.audio": choice(["native", "off"], { role: "audio", default: "off" }),
        "settings.multi_shot": boolean({ default: true }),
        "settings.aspect_ratio": choice(["16:9", "9:16", "1:1"], {
          role: "aspectRatio",
          default: "16:9",
        }),
        "settings.duration": integer({ role: "duration", minimum: 3, maximum: 15, default: 5 }),
        ...options,
      }),
      pricing: {
        typicalJob: "5 s, 720p silent",
        typicalUsd: 0.42,
        perSecondUsd: 0.084,
        confidence: "documented",
      },
      priced: { seconds: 5 },
      measured: { images },
      priceFactors: {
        "settings.resolution": { "720p": 1, "1080p": 0.112 / 0.084, "4k": 0.42 / 0.084 },
        // At 4k the price includes sound.
        "settings.audio": {
          off: 1,
          native: { "settings.resolution": { "720p": 1.5, "1080p": 1.5 } },
        },
      },
      quality: 3,
      typicalSeconds: 120,
      lifecycle: { status: "active" },
      verification: "vendor-docs-copy (2026-09-20) + third-party live tests",
    },
    {
      id: "kling-3.0-omni",
      upstreamModel: "kling-3.0-omni",
      name: "Kling 3.0 Omni",
      description: "Kling 3.0 that also edits video and takes references of people and things.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video", "video-editing"],
      endpoints: ["POST /omni-video/kling-3.0-omni"],
      transports: ["submit-poll"],
      parameters: parameters([], {
        task,
        prompt: string({ role: "prompt", maxLength: 3072 }),
        ...frames,
        ...references,
        "settings.resolution": choice(["720p", "1080p", "4k"], {
          role: "resolution",
          default: "720p",
        }),
        // An edit keeps the sound of its video, or has none.
        "settings.audio": choice(["native", "original", "off"], {
          role: "audio",
          default: "off",
          only: { "video-editing": ["original", "off"] },
        }),
        "settings.multi_shot": boolean({ default: true }),
        "settings.aspect_ratio": choice(["16:9", "9:16", "1:1"], {
          role: "aspectRatio",
          default: "16:9",
        }),
        "settings.duration": integer({ role: "duration", minimum: 3, maximum: 15, default: 5 }),
        ...options,
      }),
      pricing: {
        typicalJob: "5 s, 720p silent, no video input",
        typicalUsd: 0.42,
        perSecondUsd: 0.084,
        confidence: "documented",
      },
      priced: { seconds: 5 },
      measured: { seconds: editedLength, images },
      priceFactors: {
        "settings.resolution": { "720p": 1, "1080p": 0.112 / 0.084, "4k": 0.42 / 0.084 },
        "settings.audio": {
          off: 1,
          original: 1,
          // At 4k the price includes sound.
          native: { "settings.resolution": { "720p": 0.112 / 0.084, "1080p": 0.14 / 0.112 } },
        },
        task: videoInput,
      },
      quality: 3,
      typicalSeconds: 140,
      lifecycle: { status: "active" },
      verification: "vendor-docs-copy (2026-09-20) + third-party live tests",
    },
    {
      id: "kling-3.0-turbo",
      upstreamModel: "kling-3.0-turbo",
      name: "Kling 3.0 Turbo",
      description: "The quicker Kling 3.0, with sound included; no last frame.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: ["POST /text-to-video/kling-3.0-turbo", "POST /image-to-video/kling-3.0-turbo"],
      transports: ["submit-poll"],
      parameters: parameters([], {
        prompt: string({ role: "prompt", maxLength: 3072 }),
        first_frame: frames.first_frame,
        "settings.resolution": choice(["720p", "1080p"], { role: "resolution", default: "720p" }),
        "settings.aspect_ratio": choice(["16:9", "9:16", "1:1"], {
          role: "aspectRatio",
          default: "16:9",
        }),
        "settings.duration": integer({ role: "duration", minimum: 3, maximum: 15, default: 5 }),
        ...options,
      }),
      pricing: {
        typicalJob: "5 s, 720p",
        typicalUsd: 0.56,
        perSecondUsd: 0.112,
        confidence: "documented",
      },
      priced: { seconds: 5 },
      measured: { images },
      priceFactors: {
        "settings.resolution": { "720p": 1, "1080p": 1.25 },
      },
      quality: 2,
      typicalSeconds: 60,
      lifecycle: { status: "active" },
      verification: "vendor-docs-copy (2026-09-20) + third-party live tests",
    },
    {
      id: "kling-2.6",
      upstreamModel: "kling-2.6",
      name: "Kling 2.6",
      description:
        "Earlier Kling at half the price, 5 or 10 seconds; sound and last frame at 1080p.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: ["POST /text-to-video/kling-2.6", "POST /image-to-video/kling-2.6"],
      transports: ["submit-poll"],
      parameters: parameters(
        [],
        {
          prompt: string({ role: "prompt", maxLength: 2500 }),
          ...frames,
          "settings.resolution": choice(["720p", "1080p"], { role: "resolution", default: "720p" }),
          "settings.audio": choice(["native", "off"], { role: "audio", default: "off" }),
          "settings.aspect_ratio": choice(["16:9", "9:16", "1:1"], {
            role: "aspectRatio",
            default: "16:9",
          }),
          "settings.duration": integer({ role: "duration", default: 5, enum: [5, 10] }),
          ...options,
        },
        undefined,
        [
          { when: { last_frame: true }, allows: { "settings.resolution": ["1080p"] } },
          { when: { "settings.audio": ["native"] }, allows: { "settings.resolution": ["1080p"] } },
        ],
      ),
      pricing: {
        typicalJob: "5 s, 720p silent",
        typicalUsd: 0.21,
        perSecondUsd: 0.042,
        confidence: "documented",
      },
      priced: { seconds: 5 },
      measured: { images },
      priceFactors: {
        "settings.resolution": { "720p": 1, "1080p": 0.07 / 0.042 },
        // Sold at 1080p only.
        "settings.audio": { off: 1, native: 2 },
      },
      quality: 1,
      typicalSeconds: 90,
      lifecycle: { status: "active" },
      verification: "vendor-docs-copy (2026-09-20) + third-party live tests",
    },
    {
      id: "kling-o1",
      upstreamModel: "kling-o1",
      name: "Kling O1",
      description: "First omni model: generates and edits video with references, 3 to 10 seconds.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video", "video-editing"],
      endpoints: ["POST /omni-video/kling-o1"],
      transports: ["submit-poll"],
      parameters: parameters(
        [],
        {
          task,
          prompt: string({ role: "prompt", maxLength: 2500 }),
          ...frames,
          ...references,
          "settings.resolution": choice(["720p", "1080p"], { role: "resolution", default: "720p" }),
          "settings.audio": choice(["original", "off"], { role: "audio", default: "off" }),
          "settings.aspect_ratio": choice(["16:9", "9:16", "1:1"], {
            role: "aspectRatio",
            default: "16:9",
          }),
          "settings.duration": integer({ role: "duration", minimum: 3, maximum: 10, default: 5 }),
          ...options,
        },
        undefined,
        // Frames without references or a video.
        [
          {
            when: { first_frame: true, refer_image: false, base_video: false },
            allows: { "settings.duration": [5, 10] },
          },
        ],
      ),
      pricing: {
        typicalJob: "5 s, 720p, no video input",
        typicalUsd: 0.42,
        perSecondUsd: 0.084,
        confidence: "documented",
      },
      priced: { seconds: 5 },
      measured: { seconds: editedLength, images },
      priceFactors: {
        "settings.resolution": { "720p": 1, "1080p": 0.112 / 0.084 },
        "settings.audio": { off: 1, original: 1 },
        task: videoInput,
      },
      quality: 2,
      typicalSeconds: 120,
      lifecycle: { status: "active" },
      verification: "vendor-docs-copy (2026-09-20) + third-party live tests",
    },
    {
      id: "kling-image-3.0-omni",
      upstreamModel: "kling-v3-omni",
      name: "Kling Image 3.0 Omni",
      description: "Images up to 4K from text and up to ten references, which a prompt can name.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1/images/omni-image"],
      transports: ["submit-poll"],
      parameters: omniImage(["1k", "2k", "4k"]),
      pricing: { typicalJob: "1 image, 1K", typicalUsd: 0.028, confidence: "documented" },
      priced: { count: 1 },
      priceFactors: { resolution: { "1k": 1, "2k": 1, "4k": 2 } },
      quality: 3,
      typicalSeconds: 30,
      lifecycle: { status: "active" },
      verification: "vendor-docs-copy (2026-09-20)",
    },
    {
      id: "kling-image-o1",
      upstreamModel: "kling-image-o1",
      name: "Kling Image O1",
      description: "First omni model for images: 1K and 2K from text and references.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1/images/omni-image"],
      transports: ["submit-poll"],
      parameters: omniImage(["1k", "2k"]),
      pricing: { typicalJob: "1 image, 1K", typicalUsd: 0.028, confidence: "documented" },
      priced: { count: 1 },
      priceFactors: { resolution: { "1k": 1, "2k": 1 } },
      quality: 2,
      typicalSeconds: 30,
      lifecycle: { status: "active" },
      verification: "vendor-docs-copy (2026-09-20)",
    },
    {
      id: "kling-lip-sync",
      upstreamModel: "advanced-lip-sync",
      name: "Kling Lip Sync",
      description: "Moves the lips of a face in a video to a given recording, 2 to 60 seconds.",
      contentType: "video",
      capabilities: ["lip-sync"],
      endpoints: ["POST /v1/videos/identify-face", "POST /v1/videos/advanced-lip-sync"],
      transports: ["prepare-submit-poll"],
      parameters: parameters(
        [
          "video_url",
          "face_choose[].face_id",
          "face_choose[].sound_start_time",
          "face_choose[].sound_end_time",
          "face_choose[].sound_insert_time",
        ],
        {
          video_url: uri({ role: "video" }),
          // Not sent: the maximum length of the recording that is used and billed.
          duration: integer({ role: "duration", minimum: 2, maximum: 60, default: 10 }),
          "face_choose[].face_id": string(),
          "face_choose[].sound_file": string({ role: "audio" }),
          "face_choose[].sound_start_time": integer({ minimum: 0 }),
          "face_choose[].sound_end_time": integer({ minimum: 2000 }),
          "face_choose[].sound_insert_time": integer({ minimum: 0 }),
          "face_choose[].sound_volume": number({ minimum: 0, maximum: 2, default: 1 }),
          "face_choose[].original_audio_volume": number({ minimum: 0, maximum: 2, default: 1 }),
          external_task_id: string({ role: "idempotencyKey" }),
          callback_url: uri(),
        },
      ),
      setByAdapter: [
        "face_choose[].face_id",
        "face_choose[].sound_start_time",
        "face_choose[].sound_end_time",
        "face_choose[].sound_insert_time",
      ],
      pricing: {
        typicalJob: "10 s",
        typicalUsd: 0.147,
        // Half of the price of face recognition on each of the two started 5 s of the typical job.
        stepUsd: 0.0735,
        confidence: "documented",
      },
      priced: { seconds: 10 },
      measured: { seconds: { of: ["video", "audio"], min: 2 } },
      quality: 2,
      typicalSeconds: 90,
      lifecycle: { status: "active" },
      verification: "vendor-docs-copy (2026-09-20)",
    },
  ],
});

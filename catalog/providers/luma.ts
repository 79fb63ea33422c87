import { defineProvider } from "#catalog/define-provider.ts";
import { boolean, choice, list, object, parameters, string, uri } from "#catalog/parameters.ts";

const uni = parameters(["type", "prompt"], {
  type: choice(["image", "image_edit"], {
    role: "task",
    tasks: { "text-to-image": "image", "image-to-image": "image_edit" },
  }),
  prompt: string({ role: "prompt", maxLength: 6000 }),
  aspect_ratio: choice(
    ["3:1", "2:1", "21:9", "16:9", "4:3", "3:2", "1:1", "3:4", "2:3", "9:16", "1:2", "1:3"],
    { role: "aspectRatio" },
  ),
  source: object({ role: "image", only: { "text-to-image": [] } }),
  image_ref: list("object", { role: "images", maxItems: 8 }),
  output_format: choice(["png", "jpeg"], { role: "format", default: "png" }),
  style: choice(["auto", "manga"]),
  web_search: boolean(),
});

/** The vendor's price page, 2026-11: the image of an edit and each reference add the same. */
const eachImage = { image: { usd: 0.003, per: "file" } } as const;

/** A parameter of one capability of Ray is an error with the others. */
const editOnly = { "text-to-video": [], "image-to-video": [] };

const ray2 = parameters(["prompt"], {
  prompt: string({ role: "prompt", maxLength: 5000, default: "Natural movement." }),
  aspect_ratio: choice(["1:1", "16:9", "9:16", "4:3", "3:4", "21:9", "9:21"], {
    role: "aspectRatio",
    default: "16:9",
  }),
  resolution: choice(["540p", "720p", "1080p", "4k"], { role: "resolution", default: "720p" }),
  duration: choice(["5s", "9s"], { role: "duration", default: "5s" }),
  keyframes: object({ role: "keyframes" }),
  loop: boolean(),
  concepts: list("object"),
  callback_url: uri(),
});

/** Ray 2 is billed by its pixels. */
const ray2Factors = { resolution: { "540p": 0.5625, "720p": 1, "1080p": 2.25, "4k": 9 } };

export default defineProvider({
  slug: "luma",
  name: "Luma AI",
  description: "Ray video generation, keyframes, edit and reframe; Uni and Photon images",
  mentions: { withUse: "luma(?: ?(?:ai|labs))?" },
  tier: "core",
  integrated: true,
  baseUrl: "https://agents.lumalabs.ai/v1",
  setting: "LUMA_API_KEY",
  auth: { header: "Authorization", format: "Bearer {key}" },
  services: {
    "luma-dream-machine": {
      baseUrl: "https://api.lumalabs.ai/dream-machine/v1",
      setting: "LUMA_DREAM_MACHINE_API_KEY",
      auth: { header: "Authorization", format: "Bearer {key}" },
      poll: {
        intervalSecondsMin: 3,
        statuses: {
          running: ["queued", "dreaming"],
          failed: ["failed"],
        },
      },
      cancel: null,
      webhook: {
        register: "callback_url",
        signature: "none",
        accepted: { verify: { scheme: "none" }, fields: { requestId: ["id"], status: ["state"] } },
      },
    },
  },
  idempotency: "none",
  idempotencyNote: "X-Request-Id is for tracing only",
  poll: {
    intervalSecondsMin: 5,
    statuses: {
      running: ["queued", "processing"],
      failed: ["failed"],
    },
  },
  result: {
    expiresAfterSeconds: 3600,
    expiry: "presigned 1 h, a new GET mints a fresh one (Agents)",
  },
  cancel: null,
  webhook: null,
  limits: { note: "by account tier" },
  confidence: "high: types of the official SDK luma-agents 0.5.0 for Python, vendor pages",
  models: [
    {
      id: "ray-3.2",
      upstreamModel: "ray-3.2",
      name: "Luma Ray 3.2",
      description: "Video with up to 64 keyframes, HDR, edit and reframe; 5 or 10 seconds.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video", "video-editing"],
      endpoints: ["POST https://agents.lumalabs.ai/v1/generations"],
      transports: ["submit-poll"],
      parameters: parameters(
        ["type", "prompt"],
        {
          type: choice(["video", "video_edit"], {
            role: "task",
            tasks: {
              "text-to-video": "video",
              "image-to-video": "video",
              "video-editing": "video_edit",
            },
          }),
          prompt: string({ role: "prompt", maxLength: 6000, default: "Natural movement." }),
          // An edit has the shape of its video.
          aspect_ratio: choice(["9:16", "3:4", "1:1", "4:3", "16:9", "21:9"], {
            role: "aspectRatio",
            only: { "video-editing": [] },
          }),
          // Edits have a separate price list, of which one entry is a multiple of the typical job.
          "video.resolution": choice(["360p", "540p", "720p", "1080p"], {
            role: "resolution",
            default: "720p",
            only: { "video-editing": ["720p"] },
          }),
          // Not sent for an edit: the maximum length of its video, which is billed.
          "video.duration": choice(["5s", "10s"], {
            role: "duration",
            default: "5s",
            only: { "video-editing": ["5s"] },
          }),
          "video.keyframes": list("object", {
            role: "keyframes",
            maxItems: 64,
            only: { "text-to-video": [], "video-editing": [] },
          }),
          // A loop and frames at given moments exclude each other.
          "video.loop": boolean({ only: { "image-to-video": [], "video-editing": [] } }),
          "video.hdr": boolean({ only: { "video-editing": [] } }),
          source: object({ role: "video", only: editOnly }),
          "video.start_frame": object({ role: "firstFrame", only: editOnly }),
          "video.edit.strength": choice(
            [
              "adhere_1",
              "adhere_2",
              "adhere_3",
              "flex_1",
              "flex_2",
              "flex_3",
              "reimagine_1",
              "reimagine_2",
              "reimagine_3",
            ],
            { only: editOnly },
          ),
        },
        undefined,
        [
          { when: { "video.loop": [true] }, allows: { "video.duration": ["5s"] } },
          {
            when: { "video.hdr": [true] },
            allows: {
              "video.duration": ["5s"],
              "video.resolution": ["720p", "1080p"],
              "video.loop": [false],
            },
          },
        ],
      ),
      pricing: {
        typicalJob: "5 s, 720p SDR",
        typicalUsd: 0.3,
        confidence: "documented",
      },
      priced: { seconds: 5 },
      measured: { seconds: { of: ["video"], toleranceSeconds: 0.1 } },
      priceFactors: {
        "video.resolution": { "360p": 0.5, "540p": 0.5, "720p": 1, "1080p": 4 },
        "video.duration": { "5s": 1, "10s": 1.5 },
        "video.hdr": { true: 2 },
        type: { video: 1, video_edit: 1.08 / 0.3 },
      },
      quality: 3,
      typicalSeconds: 90,
      lifecycle: { status: "active" },
      verification: "types of luma-agents 0.5.0, vendor pages; the price of 360p is not verified",
    },
    {
      id: "uni-1",
      upstreamModel: "uni-1",
      name: "Luma Uni-1",
      description: "Pictures and edits that reason about the request first.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST https://agents.lumalabs.ai/v1/generations"],
      transports: ["submit-poll"],
      parameters: uni,
      pricing: {
        typicalJob: "1 image",
        typicalUsd: 0.0404,
        inputs: eachImage,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 2,
      typicalSeconds: 20,
      lifecycle: { status: "active" },
      verification: "types of luma-agents 0.5.0, vendor pages",
    },
    {
      id: "uni-1-max",
      upstreamModel: "uni-1-max",
      name: "Luma Uni-1 Max",
      description: "Uni-1 with more detail, for final pictures.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST https://agents.lumalabs.ai/v1/generations"],
      transports: ["submit-poll"],
      parameters: uni,
      pricing: {
        typicalJob: "1 image",
        typicalUsd: 0.1,
        inputs: eachImage,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 3,
      typicalSeconds: 35,
      lifecycle: { status: "active" },
      verification: "types of luma-agents 0.5.0, vendor pages",
    },
    {
      id: "ray-2",
      upstreamModel: "ray-2",
      name: "Luma Ray 2 (Dream Machine)",
      description: "Earlier Ray with natural motion and loops; served by Luma's legacy API.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: ["POST https://api.lumalabs.ai/dream-machine/v1/generations/video"],
      service: "luma-dream-machine",
      transports: ["submit-poll"],
      parameters: ray2,
      pricing: {
        typicalJob: "5 s, 720p",
        typicalUsd: 0.71,
        confidence:
          "Comfy list price / 1.43 margin; the factors of the other sizes are not verified",
      },
      priced: { seconds: 5 },
      priceFactors: ray2Factors,
      quality: 2,
      typicalSeconds: 80,
      lifecycle: {
        status: "deprecated",
        replacedBy: "ray-3.2",
        note: "Luma leads to its Agents API, and has told no date for the end of this one. Inputs go in by address only.",
      },
      verification: "sdk-types+openapi, vendor pages; no call has been made",
    },
    {
      id: "ray-flash-2",
      upstreamModel: "ray-flash-2",
      name: "Luma Ray Flash 2 (Dream Machine)",
      description: "Quicker and cheaper sibling of Ray 2; served by Luma's legacy API.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: ["POST https://api.lumalabs.ai/dream-machine/v1/generations/video"],
      service: "luma-dream-machine",
      transports: ["submit-poll"],
      parameters: ray2,
      pricing: {
        typicalJob: "5 s, 720p",
        typicalUsd: 0.24,
        confidence:
          "Comfy list price / 1.43 margin; the factors of the other sizes are not verified",
      },
      priced: { seconds: 5 },
      priceFactors: ray2Factors,
      quality: 1,
      typicalSeconds: 40,
      lifecycle: {
        status: "deprecated",
        replacedBy: "ray-3.2",
        note: "Luma leads to its Agents API, and has told no date for the end of this one. Inputs go in by address only.",
      },
      verification: "sdk-types+openapi, vendor pages; no call has been made",
    },
    {
      id: "photon-1",
      upstreamModel: "photon-1",
      name: "Luma Photon (Dream Machine)",
      description:
        "Cheap pictures with style and character references; served by Luma's legacy API.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST https://api.lumalabs.ai/dream-machine/v1/generations/image"],
      service: "luma-dream-machine",
      transports: ["submit-poll"],
      parameters: parameters(["prompt"], {
        prompt: string({ role: "prompt", maxLength: 5000 }),
        aspect_ratio: choice(["1:1", "16:9", "9:16", "4:3", "3:4", "21:9", "9:21"], {
          role: "aspectRatio",
          default: "16:9",
        }),
        image_ref: list("object", { role: "images", maxItems: 4 }),
        style_ref: list("object", { role: "style" }),
        character_ref: object(),
        modify_image_ref: object({ role: "image" }),
        format: choice(["jpg", "png"], { role: "format", default: "jpg" }),
        callback_url: uri(),
      }),
      pricing: {
        typicalJob: "1 image 1080p",
        typicalUsd: 0.015,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 2,
      typicalSeconds: 15,
      lifecycle: {
        status: "deprecated",
        replacedBy: "uni-1",
        note: "Luma leads to its Agents API, and has told no date for the end of this one. Inputs go in by address only.",
      },
      verification: "sdk-types+openapi, vendor pages; no call has been made",
    },
  ],
});

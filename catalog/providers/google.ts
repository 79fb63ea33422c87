import { defineProvider } from "#catalog/define-provider.ts";
import { boolean, choice, integer, list, object, parameters, string } from "#catalog/parameters.ts";

/** The model card of 2026-07-09. */
const veoNote =
  "Google Cloud sells it on a fixed quota, not pay-as-you-go, and without sound; the Gemini API shut its Veo on 2026-10-22. fal and Runway offer Veo, too.";

/** Extending a video is another operation without a capability: `instances[].video` is omitted. */
const veoFrames = {
  "instances[].prompt": string({ role: "prompt", default: "Natural movement." }),
  "instances[].image": object({ role: "firstFrame" }),
  "instances[].lastFrame": object({ role: "lastFrame" }),
  "parameters.aspectRatio": choice(["16:9", "9:16"], { role: "aspectRatio", default: "16:9" }),
};

const veoOptions = {
  "parameters.durationSeconds": integer({ role: "duration", default: 8, enum: [4, 6, 8] }),
  "parameters.generateAudio": boolean({ role: "audio" }),
  "parameters.negativePrompt": string({ role: "negativePrompt" }),
  "parameters.seed": integer({ role: "seed", minimum: 0, maximum: 4_294_967_295 }),
  "parameters.personGeneration": choice(["allow_adult", "dont_allow"]),
  "parameters.sampleCount": integer({ role: "count", minimum: 1, maximum: 4, default: 1 }),
  "parameters.storageUri": string(),
};

const usualRatios = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"];

function geminiImage(sizes: readonly string[], ratios: readonly string[] = usualRatios) {
  return parameters(["contents[].parts[].text"], {
    "contents[].parts[].text": string({ role: "prompt" }),
    "contents[].parts[].inlineData": list("object", { role: "images", maxItems: 14 }),
    "generationConfig.imageConfig.aspectRatio": choice(ratios, { role: "aspectRatio" }),
    "generationConfig.imageConfig.imageSize": choice(sizes, { role: "resolution", default: "1K" }),
  });
}

/**
 * One or two images are the first and the last frame, more are references. An edit keeps the shape and the
 * length of its video, which is billed by the second: `duration` determines the price.
 */
const omniRequest = {
  "input[].text": string({ role: "prompt" }),
  "input[].image": list("object", {
    role: "images",
    maxItems: 5,
    only: { "text-to-video": [] },
  }),
  "input[].video": object({
    role: "video",
    only: { "text-to-video": [], "image-to-video": [] },
  }),
  "generation_config.video_config.task": choice(
    ["text_to_video", "image_to_video", "reference_to_video", "edit"],
    {
      role: "task",
      tasks: {
        "text-to-video": "text_to_video",
        "image-to-video": "image_to_video",
        "video-editing": "edit",
      },
      only: {
        "text-to-video": ["text_to_video"],
        "image-to-video": ["image_to_video", "reference_to_video"],
        "video-editing": ["edit"],
      },
    },
  ),
  "response_format.aspect_ratio": choice(["16:9", "9:16"], {
    role: "aspectRatio",
    only: { "video-editing": [] },
  }),
  "response_format.duration": choice(["3s", "4s", "5s", "6s", "7s", "8s", "9s", "10s"], {
    role: "duration",
  }),
  "response_format.resolution": choice(["360p", "720p", "1080p", "4k"], {
    role: "resolution",
    default: "720p",
  }),
};
const omniVideo = parameters([], omniRequest);

/** Frames take up to ten seconds. Not verified: the price of an edit by 1.2, which is not offered. */
const omni12Seconds = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((each) => `${each}s`);
const { "input[].video": _, ...omniWithoutVideo } = omniRequest;
const omni12Video = parameters([], {
  ...omniWithoutVideo,
  "input[].image": list("object", { role: "images", maxItems: 6, only: { "text-to-video": [] } }),
  "response_format.duration": choice(omni12Seconds, {
    role: "duration",
    only: { "image-to-video": omni12Seconds.slice(0, 8) },
  }),
});

const veo = parameters(
  ["instances[].prompt"],
  {
    ...veoFrames,
    // Three images are three references, and no frames.
    "instances[].referenceImages": list("object", { role: "images", maxItems: 1 }),
    "parameters.resolution": choice(["720p", "1080p", "4k"], {
      role: "resolution",
      default: "720p",
    }),
    ...veoOptions,
  },
  undefined,
  [
    {
      when: { "instances[].referenceImages": true },
      allows: { "parameters.durationSeconds": [8], "parameters.aspectRatio": ["16:9"] },
    },
  ],
);

export default defineProvider({
  slug: "google",
  name: "Google",
  description: "Gemini image and omni video models, multimodal understanding",
  mentions: { withUse: "google|deepmind" },
  tier: "core",
  integrated: true,
  baseUrl: "https://generativelanguage.googleapis.com/v1beta",
  setting: "GOOGLE_API_KEY",
  auth: { header: "x-goog-api-key", format: "{key}" },
  services: {
    "google-cloud": {
      baseUrl: "https://{region}-aiplatform.googleapis.com/v1",
      region: {
        setting: "GOOGLE_CLOUD_LOCATION",
        default: "us-central1",
        description: "Region of Google Cloud in which Veo is called. Default: us-central1.",
      },
      setting: "GOOGLE_CLOUD_KEY",
      key: {
        format: "json",
        description:
          "Service account that calls Veo on Google Cloud: the JSON of its key, or the path of a file with it. Its project pays.",
      },
      auth: {
        header: "Authorization",
        format: "Bearer {key}",
      },
      poll: {
        intervalSecondsMin: 10,
        // Operations have no status values: done, with a response or an error.
        statuses: { running: ["done: false"], failed: ["error"] },
      },
      cancel: null,
      webhook: null,
    },
  },
  idempotency: "none",
  poll: {
    intervalSecondsMin: 10,
    statuses: {
      running: ["queued", "in_progress"],
      failed: [
        "failed",
        "cancelled",
        "incomplete",
        "budget_exceeded",
        "requires_action",
        "requires_continuation",
      ],
    },
  },
  result: {
    expiresAfterSeconds: 172800,
    expiry: "Files API 48 h",
  },
  cancel: "POST /interactions/{id}/cancel",
  webhook: {
    register: "interactions webhook_config {uris,user_metadata}",
    signature: "not verified",
  },
  limits: { note: "per project and model (RPM/IPM)" },
  confidence: "high for Gemini types; low for Veo on Google Cloud",
  models: [
    {
      id: "gemini-3-pro-image",
      upstreamModel: "gemini-3-pro-image",
      name: "Gemini 3 Pro Image",
      description:
        "Google's best picture model: up to fourteen references, correct text, sizes up to 4K.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1beta/models/gemini-3-pro-image:generateContent"],
      transports: ["sync-base64"],
      parameters: geminiImage(["1K", "2K", "4K"]),
      pricing: {
        typicalJob: "1 image 1K/2K",
        typicalUsd: 0.134,
        confidence: "documented",
      },
      priced: { count: 1 },
      priceFactors: {
        "generationConfig.imageConfig.imageSize": { "1K": 1, "2K": 1, "4K": 0.24 / 0.134 },
      },
      quality: 3,
      typicalSeconds: 25,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
    {
      id: "gemini-nano-banana-2.1",
      upstreamModel: "gemini-nano-banana-2.1",
      name: "Nano Banana 2.1",
      description: "Google's recommended picture model: edits with references, and exact text.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1beta/models/gemini-nano-banana-2.1:generateContent"],
      transports: ["sync-base64"],
      parameters: geminiImage(["1K", "2K", "4K"]),
      // 30 dollars a million tokens of an image, whose number is that of Gemini 3.1 Flash Image (1,120, 1,680
      // and 2,520). The model thinks before it draws: 1,000 tokens at 7.50 dollars a million are included. Not
      // verified: the number of tokens above 1K, and of a long thought.
      pricing: {
        typicalJob: "1 image 1K",
        typicalUsd: 0.0411,
        confidence: "price of a token documented, number of tokens derived",
      },
      priced: { count: 1 },
      priceFactors: {
        "generationConfig.imageConfig.imageSize": {
          "1K": 1,
          "2K": 0.0579 / 0.0411,
          "4K": 0.0831 / 0.0411,
        },
      },
      quality: 3,
      typicalSeconds: 15,
      lifecycle: { status: "active" },
      verification: "sdk-types+others' clients (2026-10)",
    },
    {
      id: "gemini-3.1-flash-image",
      upstreamModel: "gemini-3.1-flash-image",
      name: "Gemini 3.1 Flash Image",
      description:
        "Quick pictures and edits with many references; Nano Banana 2.1 has replaced it.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1beta/models/gemini-3.1-flash-image:generateContent"],
      transports: ["sync-base64"],
      parameters: geminiImage(
        ["512", "1K", "2K", "4K"],
        [...usualRatios, "1:4", "4:1", "1:8", "8:1"],
      ),
      pricing: {
        typicalJob: "1 image 1K",
        typicalUsd: 0.067,
        confidence: "documented",
      },
      priced: { count: 1 },
      priceFactors: {
        "generationConfig.imageConfig.imageSize": {
          "512": 0.045 / 0.067,
          "1K": 1,
          "2K": 0.101 / 0.067,
          "4K": 0.151 / 0.067,
        },
      },
      quality: 2,
      typicalSeconds: 12,
      lifecycle: {
        status: "retired",
        retiresOn: "2026-10-29",
        replacedBy: "gemini-nano-banana-2.1",
        note: "Shut down on the Gemini API.",
      },
      verification: "sdk-types+docs",
    },
    {
      id: "gemini-3.1-flash-lite-image",
      upstreamModel: "gemini-3.1-flash-lite-image",
      name: "Gemini 3.1 Flash-Lite Image",
      description: "The cheapest Gemini picture model, for drafts and large numbers.",
      contentType: "image",
      capabilities: ["text-to-image", "image-to-image"],
      endpoints: ["POST /v1beta/models/gemini-3.1-flash-lite-image:generateContent"],
      transports: ["sync-base64"],
      parameters: geminiImage(["1K"]),
      pricing: {
        typicalJob: "1 image 1K",
        typicalUsd: 0.034,
        confidence: "documented",
      },
      priced: { count: 1 },
      quality: 1,
      typicalSeconds: 7,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
    {
      id: "gemini-omni-1.2-flash",
      upstreamModel: "gemini-omni-1.2-flash",
      name: "Gemini Omni 1.2 Flash",
      description:
        "Clips of 3 to 15 seconds with sound and speech, from text or up to six pictures; edits: 1.1.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: ["POST /v1beta/interactions"],
      transports: ["background-poll"],
      parameters: omni12Video,
      pricing: {
        typicalJob: "5 s, 720p",
        typicalUsd: 0.35,
        perSecondUsd: 0.07,
        confidence: "Google's list as quoted by two resellers (2026-11)",
      },
      priced: { seconds: 5 },
      priceFactors: {
        "response_format.resolution": { "360p": 0.023 / 0.07, "720p": 1, "1080p": 1.5, "4k": 3 },
      },
      quality: 3,
      typicalSeconds: 60,
      lifecycle: { status: "active" },
      verification: "model name in the types of @google/genai 3.1.0; the fields are those of 1.1",
    },
    {
      id: "gemini-omni-1.1-flash",
      upstreamModel: "gemini-omni-1.1-flash",
      name: "Gemini Omni 1.1 Flash",
      description:
        "Makes and edits clips of 3 to 10 seconds with sound, from text, pictures and video.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video", "video-editing"],
      endpoints: ["POST /v1beta/interactions"],
      transports: ["background-poll"],
      parameters: omniVideo,
      pricing: {
        typicalJob: "5 s, 720p",
        typicalUsd: 0.51,
        perSecondUsd: 0.1014,
        confidence: "documented",
      },
      priced: { seconds: 5 },
      // An edited video is billed to the nearest second.
      measured: { seconds: { of: ["video"], toleranceSeconds: 0.499 } },
      priceFactors: {
        "response_format.resolution": { "360p": 0.3, "720p": 1, "1080p": 1.5, "4k": 3 },
      },
      limits: { seconds: { min: 3, max: 10 } },
      quality: 3,
      typicalSeconds: 90,
      lifecycle: { status: "active" },
      verification: "sdk-types+third-party code against the live API (2026-09)",
    },
    {
      id: "gemini-omni-flash-preview",
      upstreamModel: "gemini-omni-flash-preview",
      name: "Gemini Omni Flash (preview)",
      description: "The preview that Gemini Omni 1.1 Flash has replaced; for comparison only.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video", "video-editing"],
      endpoints: ["POST /v1beta/interactions"],
      transports: ["background-poll"],
      parameters: omniVideo,
      pricing: {
        typicalJob: "5 s, 720p",
        typicalUsd: 0.5,
        confidence: "documented",
      },
      priced: { seconds: 5 },
      // An edited video is billed to the nearest second.
      measured: { seconds: { of: ["video"], toleranceSeconds: 0.499 } },
      limits: { seconds: { min: 3, max: 10 } },
      quality: 2,
      typicalSeconds: 90,
      lifecycle: {
        status: "retired",
        retiresOn: "2026-09-30",
        replacedBy: "gemini-omni-1.1-flash",
        note: "Shut down on the Gemini API; Google Cloud names 2027-06-30 for its own route.",
      },
      verification: "sdk-types+docs",
    },
    {
      id: "veo-3.1-generate-001",
      offers: "veo-3.1",
      upstreamModel: "veo-3.1-generate-001",
      name: "Veo 3.1",
      description:
        "Cinematic clips of 4, 6 or 8 seconds on Google Cloud; needs quota there, without sound.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: [
        "POST https://{region}-aiplatform.googleapis.com/v1/projects/{project}/locations/{region}/publishers/google/models/veo-3.1-generate-001:predictLongRunning",
      ],
      transports: ["operation-poll"],
      service: "google-cloud",
      parameters: veo,
      pricing: {
        typicalJob: "4 s, 720p silent",
        typicalUsd: 0.8,
        perSecondUsd: 0.2,
        confidence: "list of another route",
      },
      priced: { seconds: 4 },
      priceFactors: {
        "parameters.resolution": {
          "720p": 1,
          "1080p": 1,
          "4k": { "parameters.generateAudio": { false: 2, true: 1.5 } },
        },
        "parameters.generateAudio": { true: 2 },
      },
      quality: 3,
      typicalSeconds: 120,
      lifecycle: { status: "active", note: veoNote },
      verification: "@google/genai@3.1.0, docs copy 2026-07-09; no call has been made",
    },
    {
      id: "veo-3.1-fast-generate-001",
      offers: "veo-3.1-fast",
      upstreamModel: "veo-3.1-fast-generate-001",
      name: "Veo 3.1 Fast",
      description:
        "Veo at half the price, quicker and a little less detailed; needs quota on Google Cloud.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: [
        "POST https://{region}-aiplatform.googleapis.com/v1/projects/{project}/locations/{region}/publishers/google/models/veo-3.1-fast-generate-001:predictLongRunning",
      ],
      transports: ["operation-poll"],
      service: "google-cloud",
      parameters: veo,
      pricing: {
        typicalJob: "4 s, 720p silent",
        typicalUsd: 0.4,
        perSecondUsd: 0.1,
        confidence: "list of another route",
      },
      priced: { seconds: 4 },
      priceFactors: {
        "parameters.resolution": {
          "720p": 1,
          "1080p": 1,
          "4k": { "parameters.generateAudio": { false: 3, true: 0.35 / 0.15 } },
        },
        "parameters.generateAudio": { true: 1.5 },
      },
      quality: 2,
      typicalSeconds: 70,
      lifecycle: { status: "active", note: veoNote },
      verification: "@google/genai@3.1.0, docs copy 2026-07-09; no call has been made",
    },
    {
      id: "veo-3.1-lite-generate-001",
      upstreamModel: "veo-3.1-lite-generate-001",
      name: "Veo 3.1 Lite (preview)",
      description: "Cheapest Veo, with sound, up to 1080p; a preview on Google Cloud.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: [
        "POST https://{region}-aiplatform.googleapis.com/v1/projects/{project}/locations/{region}/publishers/google/models/veo-3.1-lite-generate-001:predictLongRunning",
      ],
      transports: ["operation-poll"],
      service: "google-cloud",
      parameters: parameters(["instances[].prompt"], {
        ...veoFrames,
        "parameters.resolution": choice(["720p", "1080p"], { role: "resolution", default: "720p" }),
        ...veoOptions,
      }),
      pricing: {
        typicalJob: "4 s, 720p with audio",
        typicalUsd: 0.2,
        perSecondUsd: 0.05,
        confidence: "list of another route",
      },
      priced: { seconds: 4 },
      priceFactors: {
        "parameters.resolution": { "720p": 1, "1080p": 0.08 / 0.05 },
        "parameters.generateAudio": { true: 1 },
      },
      quality: 1,
      typicalSeconds: 60,
      lifecycle: { status: "preview" },
      verification:
        "@google/genai@3.1.0, docs copy 2026-07-09; no call has been made, and a last frame is not confirmed",
    },
    {
      id: "gemini-3.8-flash",
      upstreamModel: "gemini-3.8-flash",
      name: "Gemini 3.8 Flash (vision)",
      description: "Looks closely at pictures and explains, compares, counts or reads them.",
      contentType: "image",
      capabilities: ["vision-analysis"],
      endpoints: ["POST /v1beta/models/gemini-3.8-flash:generateContent"],
      transports: ["sync"],
      parameters: parameters(["contents[].parts[].inlineData"], {
        "contents[].parts[].text": string({ role: "prompt" }),
        "contents[].parts[].inlineData": list("object", { role: "contents" }),
        "generationConfig.responseMimeType": choice(["text/plain", "application/json"]),
        "generationConfig.responseSchema": object({ role: "jsonSchema" }),
      }),
      pricing: {
        typicalJob: "1 image, ~1.5k in / 0.5k out tokens",
        typicalUsd: 0.006,
        confidence: "seen once",
      },
      priced: { count: 1 },
      quality: 3,
      typicalSeconds: 6,
      lifecycle: { status: "active" },
      verification: "sdk-types",
    },
  ],
});

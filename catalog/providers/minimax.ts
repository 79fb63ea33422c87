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

const ratios = ["21:9", "16:9", "4:3", "1:1", "3:4", "9:16"];

/** 1080P takes six seconds only, and 512P a first frame alone (three lists of others, 2026-10). */
const shortAt1080 = { when: { resolution: ["1080P"] }, allows: { duration: [6] } };

export default defineProvider({
  slug: "minimax",
  name: "MiniMax",
  description: "Hailuo video and Speech TTS",
  mentions: { withUse: "mini ?max" },
  tier: "extra",
  integrated: true,
  baseUrl: "https://api.minimax.io",
  setting: "MINIMAX_API_KEY",
  auth: { header: "Authorization", format: "Bearer {key}" },
  // Read by the vendor's MCP client (MiniMax-AI/MiniMax-MCP, client.py).
  requestIdHeader: "trace-id",
  idempotency: "none",
  poll: {
    intervalSecondsMin: 10,
    statuses: {
      running: ["Preparing", "Queueing", "Processing", "queued", "running"],
      failed: ["Fail", "Failed", "failed", "cancelled", "expired"],
    },
  },
  result: {
    expiresAfterSeconds: 3600,
    expiry:
      "v1 one hour; v2 time-limited (how long is not published); asking again gives a fresh one",
  },
  cancel:
    "DELETE /v2/video_generation/{task_id} while queued (v2 only); it deletes a finished task, and v1 has none",
  webhook: {
    register: "callback_url (challenge echoed within 3 s)",
    signature: "none",
    accepted: {
      verify: { scheme: "none" },
      challenges: true,
      fields: { requestId: ["task_id"], status: ["status"] },
    },
  },
  limits: {
    note: "Hailuo 20 RPM; H3 300 RPM and 30 tasks in flight (list of 2026-10; 5 RPM in 2026-07)",
  },
  confidence: "medium: hand-built OpenAPI + readers' copies of the vendor's pages (to 2026-10-07)",
  models: [
    {
      id: "MiniMax-H3",
      upstreamModel: "MiniMax-H3",
      name: "MiniMax Hailuo 3",
      description:
        "Hailuo 3: makes and edits 4 to 15 seconds from text, pictures, video and sound, up to 2K.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video", "video-editing"],
      endpoints: ["POST /v2/video_generation"],
      transports: ["submit-poll"],
      // The inputs are entries of `content`, each named by its `role`. In addition to a video or a recording,
      // or when there are more than two, all images are references.
      parameters: parameters([], {
        // Not sent: the seconds of an input video are billed, too.
        task: choice(["video", "video_edit"], {
          role: "task",
          tasks: {
            "text-to-video": "video",
            "image-to-video": "video",
            "video-editing": "video_edit",
          },
        }),
        prompt: string({ role: "prompt", maxLength: 7000 }),
        first_frame: string({ role: "firstFrame" }),
        last_frame: string({ role: "lastFrame" }),
        // Five images are free of charge.
        reference_image: list("string", { role: "images", maxItems: 3 }),
        reference_video: string({ role: "video", only: { "image-to-video": [] } }),
        // A recording alone is no reference.
        reference_audio: string({ role: "audio", only: { "text-to-video": [] } }),
        resolution: choice(["768P", "2K"], { role: "resolution", default: "768P" }),
        duration: integer({ role: "duration", minimum: 4, maximum: 15, default: 5 }),
        ratio: choice(ratios, { role: "aspectRatio", default: "16:9" }),
        callback_url: uri(),
      }),
      pricing: {
        typicalJob: "5 s, 768P",
        typicalUsd: 0.4,
        perSecondUsd: 0.08,
        confidence: "vendor's list as quoted on 2026-10-24; two resellers agree",
      },
      priced: { seconds: 5 },
      measured: { seconds: { of: ["video"] } },
      priceFactors: {
        resolution: { "768P": 1, "2K": 0.13 / 0.08 },
        task: { video: 1, video_edit: 2 },
      },
      quality: 3,
      typicalSeconds: 150,
      lifecycle: { status: "active" },
      verification: "readers' copies of the vendor's pages (2026-09-12, 2026-10-07)",
    },
    {
      id: "MiniMax-H3-Max",
      upstreamModel: "MiniMax-H3-Max",
      name: "MiniMax Hailuo 3 Max",
      description:
        "The quick Hailuo 3: 5 to 15 seconds with sound from text, a first and a last frame.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: ["POST /v2/video_generation"],
      transports: ["submit-poll"],
      parameters: parameters([], {
        prompt: string({ role: "prompt", maxLength: 7000 }),
        first_frame: string({ role: "firstFrame" }),
        last_frame: string({ role: "lastFrame" }),
        resolution: choice(["480P", "768P"], { role: "resolution", default: "768P" }),
        duration: integer({ role: "duration", minimum: 5, maximum: 15, default: 5 }),
        ratio: choice(ratios, { role: "aspectRatio", default: "16:9" }),
        callback_url: uri(),
      }),
      pricing: {
        typicalJob: "5 s, 768P",
        typicalUsd: 0.4,
        perSecondUsd: 0.08,
        confidence: "vendor's list as quoted by three readers (2026-09 to 2026-10)",
      },
      priced: { seconds: 5 },
      priceFactors: { resolution: { "480P": 0.05 / 0.08, "768P": 1 } },
      quality: 2,
      typicalSeconds: 60,
      lifecycle: { status: "active" },
      verification: "readers' copies of the vendor's pages (2026-09 to 2026-10)",
    },
    {
      id: "MiniMax-Hailuo-2.3",
      upstreamModel: "MiniMax-Hailuo-2.3",
      name: "MiniMax Hailuo 2.3",
      description: "Clips of 6 or 10 seconds with lively motion, from text or a first frame.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: ["POST /v1/video_generation"],
      transports: ["submit-poll-fetch"],
      parameters: parameters(
        [],
        {
          prompt: string({ role: "prompt", maxLength: 2000 }),
          first_frame_image: string({ role: "firstFrame" }),
          duration: integer({ role: "duration", default: 6, enum: [6, 10] }),
          resolution: choice(["768P", "1080P"], { role: "resolution", default: "768P" }),
          prompt_optimizer: boolean({ default: true }),
          callback_url: uri(),
        },
        undefined,
        [shortAt1080],
      ),
      pricing: {
        typicalJob: "6 s, 768P",
        typicalUsd: 0.28,
        confidence: "documented",
      },
      priced: { seconds: 6 },
      priceFactors: {
        duration: { "6": 1, "10": (0.56 / 0.28) * (6 / 10) },
        resolution: { "768P": 1, "1080P": 0.49 / 0.28 },
      },
      quality: 2,
      typicalSeconds: 120,
      lifecycle: { status: "active" },
      verification: "openapi (hand-built from docs) + docs",
    },
    {
      id: "MiniMax-Hailuo-02",
      upstreamModel: "MiniMax-Hailuo-02",
      name: "MiniMax Hailuo 02 (first/last frame)",
      description: "Clips between a first and a last frame.",
      contentType: "video",
      capabilities: ["text-to-video", "image-to-video"],
      endpoints: ["POST /v1/video_generation"],
      transports: ["submit-poll-fetch"],
      parameters: parameters(
        [],
        {
          prompt: string({ role: "prompt", maxLength: 2000 }),
          first_frame_image: string({ role: "firstFrame" }),
          last_frame_image: string({ role: "lastFrame" }),
          duration: integer({ role: "duration", default: 6, enum: [6, 10] }),
          resolution: choice(["512P", "768P", "1080P"], { role: "resolution", default: "768P" }),
          prompt_optimizer: boolean({ default: true }),
          callback_url: uri(),
        },
        undefined,
        [
          shortAt1080,
          { when: { first_frame_image: false }, allows: { resolution: ["768P", "1080P"] } },
          { when: { last_frame_image: true }, allows: { resolution: ["768P", "1080P"] } },
        ],
      ),
      pricing: {
        typicalJob: "6 s, 768P",
        typicalUsd: 0.28,
        confidence: "documented",
      },
      priced: { seconds: 6 },
      priceFactors: {
        duration: { "6": 1, "10": (0.56 / 0.28) * (6 / 10) },
        resolution: { "512P": 0.1 / 0.28, "768P": 1, "1080P": 0.49 / 0.28 },
      },
      quality: 2,
      typicalSeconds: 120,
      lifecycle: { status: "active" },
      verification: "openapi (hand-built from docs) + docs",
    },
    {
      id: "speech-2.8-hd",
      upstreamModel: "speech-2.8-hd",
      name: "MiniMax Speech 2.8 HD",
      description: "Expressive speech with emotions, in many languages.",
      contentType: "audio",
      capabilities: ["text-to-speech"],
      endpoints: ["POST /v1/t2a_v2"],
      transports: ["sync"],
      parameters: parameters(["text", "voice_setting.voice_id"], {
        text: string({ role: "text", maxLength: 10000 }),
        "voice_setting.voice_id": string({
          role: "voice",
          default: "Wise_Woman",
          voices: { female: ["Wise_Woman"], male: ["Deep_Voice_Man"] },
        }),
        "voice_setting.speed": number({ role: "speed", minimum: 0.5, maximum: 2, default: 1 }),
        "voice_setting.vol": number({ minimum: 0, maximum: 10, default: 1 }),
        "voice_setting.pitch": integer({ minimum: -12, maximum: 12 }),
        // By default derived from the text; an unlisted style becomes the first value, calm.
        "voice_setting.emotion": choice(
          [
            "calm",
            "happy",
            "sad",
            "angry",
            "fearful",
            "disgusted",
            "surprised",
            "fluent",
            "whisper",
          ],
          { role: "style" },
        ),
        "audio_setting.format": choice(["mp3", "pcm", "flac", "wav"], {
          role: "format",
          default: "mp3",
        }),
        "audio_setting.sample_rate": integer({
          default: 32000,
          enum: [8000, 16000, 22050, 24000, 32000, 44100],
        }),
        language_boost: string({ role: "language" }),
      }),
      pricing: {
        typicalJob: "1,000 characters",
        typicalUsd: 0.1,
        confidence: "documented",
      },
      priced: { characters: 1000 },
      quality: 3,
      typicalSeconds: 8,
      lifecycle: { status: "active" },
      verification: "openapi (hand-built from docs) + docs",
    },
  ],
});

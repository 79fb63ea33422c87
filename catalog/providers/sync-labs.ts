import { defineProvider } from "#catalog/define-provider.ts";
import { boolean, choice, integer, list, number, object, parameters } from "#catalog/parameters.ts";

const lipSync = {
  /** One video or image, and one recording. */
  input: list("object", { role: "videoAudio", minItems: 2, maxItems: 2 }),
  // Not sent: the result is as long as the recording, and billed so; a longer one is refused.
  duration: integer({ role: "duration", minimum: 1, maximum: 300, default: 10 }),
  "options.sync_mode": choice(["bounce", "loop", "cut_off", "silence", "remap"], {
    default: "bounce",
  }),
  "options.active_speaker_detection": object(),
};
/**
 * Only silence keeps the rest of a video that is longer than its recording. Each frame of the result is billed;
 * the price of a second has 25 (sync.so/docs/product/billing, 2026-06). A video of unknown rate is sold at 30,
 * the default of the vendor's estimator. Not verified: the rate of a result that is made from an image.
 */
const measured = {
  seconds: { of: ["audio"], also: { "options.sync_mode": { silence: ["video"] } } },
  frames: { of: ["video", "image"], included: 25, unmeasured: 30 },
} as const;

/** The rate of the smaller plans; the Scale plan pays a fifth less. */
const planPrice = "documented on the vendor's billing page, 2026-11: the dearest plan";

/** Options that the newest model sets by itself. */
const lipSync2 = {
  ...lipSync,
  /** Only the newest model accepts images. */
  input: list("object", {
    role: "videoAudio",
    kinds: ["video", "audio"],
    minItems: 2,
    maxItems: 2,
  }),
  "options.temperature": number({ minimum: 0, maximum: 1 }),
  "options.occlusion_detection_enabled": boolean(),
};

export default defineProvider({
  slug: "sync-labs",
  name: "Sync Labs",
  description: "Lip sync of video or image to speech or text",
  mentions: { withUse: "sync[ -]?labs?|sync\\.so" },
  tier: "core",
  integrated: true,
  baseUrl: "https://api.sync.so",
  setting: "SYNC_API_KEY",
  auth: { header: "x-api-key", format: "{key}" },
  idempotency: "key",
  idempotencyNote:
    "Idempotency-Key on POST /v2/generate, for the organization across its keys: the same key and body give the same generation; the answers to another body (IDEMPOTENCY_*) are not told apart",
  poll: {
    intervalSecondsMin: 5,
    statuses: {
      running: ["PENDING", "PROCESSING"],
      failed: ["FAILED", "REJECTED"],
    },
  },
  result: {
    expiresAfterSeconds: null,
    expiry: "signed address, period not published; asking again gives it again",
  },
  cancel: null,
  webhook: {
    register: "webhookUrl",
    signature: "Sync-Signature: t=..,v1=.. HMAC-SHA256(timestamp + body); no retry",
    accepted: {
      // Its guide to webhooks, of 2026-05.
      verify: {
        scheme: "timestamp",
        header: "sync-signature",
        version: "v1",
        setting: "SYNC_WEBHOOK_SECRET",
      },
      fields: { requestId: ["id"], status: ["status"] },
    },
  },
  limits: {
    note: "60 requests/min to create, by one vendor page, 100 by another; concurrency by plan, 1 .. 15; audio <= 300 s",
  },
  confidence:
    "high: SDK types + docs 2026-09 (idempotency, asset-uploads, error-handling); the bodies of IDEMPOTENCY_* not verified",
  models: [
    {
      id: "lipsync-2",
      upstreamModel: "lipsync-2",
      name: "Sync lipsync-2",
      description: "Matches the lips in a video to any speech and keeps the speaker's style.",
      contentType: "video",
      capabilities: ["lip-sync"],
      endpoints: ["POST /v2/generate"],
      transports: ["submit-poll"],
      parameters: parameters(["input"], lipSync2, { model: "lipsync-2" }),
      pricing: {
        typicalJob: "10 s at 25 fps",
        typicalUsd: 0.5,
        perSecondUsd: 0.05,
        confidence: planPrice,
      },
      priced: { seconds: 10 },
      measured,
      quality: 2,
      typicalSeconds: 60,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
    {
      id: "lipsync-2-pro",
      upstreamModel: "lipsync-2-pro",
      name: "Sync lipsync-2-pro",
      description: "Lip sync with finer teeth, beards and details.",
      contentType: "video",
      capabilities: ["lip-sync"],
      endpoints: ["POST /v2/generate"],
      transports: ["submit-poll"],
      parameters: parameters(["input"], lipSync2, { model: "lipsync-2-pro" }),
      pricing: {
        typicalJob: "10 s at 25 fps",
        typicalUsd: 0.83,
        perSecondUsd: 0.083,
        confidence: planPrice,
      },
      priced: { seconds: 10 },
      measured,
      quality: 3,
      typicalSeconds: 120,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
    {
      id: "sync-3",
      upstreamModel: "sync-3",
      name: "Sync sync-3",
      description: "Newest lip sync, for difficult angles, occlusion and still pictures.",
      contentType: "video",
      capabilities: ["lip-sync"],
      endpoints: ["POST /v2/generate"],
      transports: ["submit-poll"],
      parameters: parameters(["input"], lipSync, { model: "sync-3" }),
      pricing: {
        typicalJob: "9 s at 25 fps",
        typicalUsd: 1.2,
        perSecondUsd: 0.133,
        confidence: planPrice,
      },
      priced: { seconds: 9 },
      measured,
      quality: 3,
      typicalSeconds: 150,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
    },
  ],
});

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
/** Only silence keeps the rest of a video that is longer than its recording. */
const measured = {
  seconds: { of: ["audio"], also: { "options.sync_mode": { silence: ["video"] } } },
} as const;

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
  submit: {
    style: "submit-poll, webhook",
    endpoints: ["POST /v2/generate"],
    response: "201 {id,status,...}; inputs by url, or by the assetId of an upload",
    handle: ["id"],
  },
  poll: {
    endpoints: ["GET /v2/generate/{id}"],
    intervalSecondsMin: 5,
    statuses: {
      running: ["PENDING", "PROCESSING"],
      succeeded: ["COMPLETED"],
      failed: ["FAILED", "REJECTED"],
    },
  },
  result: {
    field: "outputUrl",
    kinds: ["url"],
    expiresAfterSeconds: null,
    expiry: "signed address, period not published; asking again gives it again",
  },
  cancel: null,
  reconcile: "POST /v2/generate again with the same Idempotency-Key; the list names no key of ours",
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
  errors: {
    body: "{statusCode,message,error,errorCode}; generation error and errorCode (error_code before); catalog GET /v2/errors",
    retryable: [
      "429 rate_limit_exceeded",
      "429 concurrency_limit_reached with retryAfterSeconds in the body",
    ],
    permanent: [
      "400",
      "401",
      "402 plan, account_payment_required, account_on_hold, free_tier_generations_exhausted",
      "403",
      "404",
      "413",
      "422",
      "REJECTED",
    ],
    unknownOutcome: ["network error on create", "5xx", "IDEMPOTENCY_*"],
  },
  limits: {
    requestsPerMinuteMax: 100,
    note: "100 requests/min; concurrency by plan; audio <= 300 s, text <= 5,000 chars",
    headers: [],
  },
  priceUnit: "USD per second at 25 fps; POST /v2/analyze/cost",
  client: {
    use: "plain fetch",
    package: "@sync.so/sdk",
    version: "0.3.0",
    splittable: true,
    defaultRetries: 2,
    note: "generations.create / generations.get; maxRetries 0 on create",
  },
  confidence:
    "high: SDK types + docs 2026-09 (idempotency, asset-uploads, error-handling); the bodies of IDEMPOTENCY_* not verified",
  sources: ["@sync.so/sdk@0.3.0", "SK sync-labs-lipsync", "sync.so/docs"],
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
        unit: "second",
        typicalJob: "10 s at 25 fps",
        typicalUsd: 0.4,
        perSecondUsd: 0.04,
        rate: "$0.04-0.05/s by plan",
        confidence: "documented",
        source: "SK sync-labs-lipsync",
      },
      priced: { seconds: 10 },
      measured,
      quality: 2,
      typicalSeconds: 60,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
      sources: ["@sync.so/sdk@0.3.0", "SK"],
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
        unit: "second",
        typicalJob: "10 s at 25 fps",
        typicalUsd: 0.67,
        perSecondUsd: 0.067,
        rate: "$0.067-0.083/s by plan",
        confidence: "documented",
        source: "SK sync-labs-lipsync",
      },
      priced: { seconds: 10 },
      measured,
      quality: 3,
      typicalSeconds: 120,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
      sources: ["@sync.so/sdk@0.3.0", "SK"],
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
        unit: "second",
        typicalJob: "10 s at 25 fps",
        typicalUsd: 1.07,
        perSecondUsd: 0.107,
        rate: "$0.107-0.133/s by plan",
        confidence: "documented",
        source: "SK sync-labs-lipsync",
      },
      priced: { seconds: 10 },
      measured,
      quality: 3,
      typicalSeconds: 150,
      lifecycle: { status: "active" },
      verification: "sdk-types+docs",
      sources: ["@sync.so/sdk@0.3.0", "SK"],
    },
  ],
});

import { defineProvider } from "#catalog/define-provider.ts";
import { boolean, choice, parameters, uri } from "#catalog/parameters.ts";

/** Options without a surcharge, and speakers. The surcharge of key terms could not be read, so they are left out. */
const transcript = {
  audio_url: uri({ role: "audio" }),
  // Not sent: a transcript always has its words with times.
  timestamps: boolean({ role: "timestamps" }),
  punctuate: boolean(),
  format_text: boolean(),
  disfluencies: boolean(),
  speaker_labels: boolean(),
};

/** Without regions: the base code covers the dialects of a language (vendor's page on languages, 2026). */
const languages =
  "en es fr de it pt nl af sq am ar hy as az ba eu be bn bs br bg my ca zh hr cs da et fo fi gl ka el gu ht ha haw he hi hu is id ja jw kn kk km ko lo la lv ln lt lb mk mg ms ml mt mi mr mn ne no nn oc pa ps fa pl ro ru sa sr sn sd si sk sl so su sw sv tl tg ta tt te th bo tr tk uk ur uz vi cy yi yo".split(
    " ",
  );

/** The vendor's page names 18 languages. These are the ones that its text and examples state. */
const languagesOfPro = ["en", "es", "fr", "de", "it", "pt", "hi", "zh"];

/** Surcharge of an hour with speakers: assemblyai.com/pricing, as eight authors quote it alike from 2026-06 to 2026-09. */
export const speakersHourUsd = 0.02;

/** Price of an hour; each second is billed, and a failed transcript is free. */
function pricedBy(hourUsd: number) {
  return {
    pricing: {
      typicalJob: "10 audio minutes",
      typicalUsd: hourUsd / 6,
      confidence:
        "assemblyai.com/pricing, quoted 2026-10-07, for accounts in the vendor's model improvement program; other accounts may pay more; the surcharge for speakers by eight authors",
    },
    priced: { seconds: 600 },
    priceFactors: {
      speaker_labels: { true: (hourUsd + speakersHourUsd) / hourUsd, false: 1 },
    },
  } as const;
}

/** The vendor takes ten hours and responds with an error to less than 160 ms. */
const limits = { seconds: { min: 1, max: 36_000 } } as const;

/** Header of each webhook, by which the vendor repeats the secret of the request. */
export const webhookSecretHeader = "x-gme-webhook-secret";

export default defineProvider({
  slug: "assemblyai",
  name: "AssemblyAI",
  description: "Transcription of long recordings in 99 languages",
  mentions: { withUse: "assembly ?ai", alone: "assembly ?ai" },
  tier: "extra",
  integrated: true,
  baseUrl: "https://api.assemblyai.com",
  setting: "ASSEMBLYAI_API_KEY",
  auth: { header: "Authorization", format: "{key}" },
  idempotency: "none",
  poll: {
    intervalSecondsMin: 3,
    statuses: { running: ["queued", "processing"], failed: ["error"] },
  },
  result: { expiresAfterSeconds: null, expiry: "transcripts are kept until they are deleted" },
  cancel: null,
  webhook: {
    register: "webhook_url + webhook_auth_header_name and _value per request",
    signature:
      "the header of the request, with the value of the request; 10 attempts, none after a 4xx",
    accepted: {
      verify: { scheme: "header", header: webhookSecretHeader },
      fields: { requestId: ["transcript_id"], status: ["status"] },
    },
  },
  limits: {
    concurrentMax: 200,
    note: "200 transcripts at once (5 without a payment), more wait in the vendor's queue; 20,000 requests in 5 minutes; 10 hours; 5 GB by URL, 2.2 GB by upload",
  },
  confidence: "high: OpenAPI of 2026-03, types of the official client 4.41.5, vendor pages",
  models: [
    {
      id: "universal-3-5-pro",
      upstreamModel: "universal-3-5-pro",
      name: "AssemblyAI Universal-3.5 Pro",
      description: "Accurate transcripts, also when speakers switch between languages.",
      contentType: "audio",
      capabilities: ["speech-to-text"],
      endpoints: ["POST /v2/transcript"],
      transports: ["submit-poll", "callback"],
      parameters: parameters(["audio_url"], {
        ...transcript,
        language_code: choice(languagesOfPro, { role: "language" }),
      }),
      ...pricedBy(0.21),
      measured: { seconds: { of: ["audio"] } },
      limits,
      quality: 3,
      typicalSeconds: 40,
      lifecycle: { status: "active" },
      verification: "openapi+sdk-types+docs",
    },
    {
      id: "universal-2",
      upstreamModel: "universal-2",
      name: "AssemblyAI Universal-2",
      description: "Transcripts of recordings in 99 languages.",
      contentType: "audio",
      capabilities: ["speech-to-text"],
      endpoints: ["POST /v2/transcript"],
      transports: ["submit-poll", "callback"],
      parameters: parameters(["audio_url"], {
        ...transcript,
        language_code: choice(languages, { role: "language" }),
      }),
      ...pricedBy(0.15),
      measured: { seconds: { of: ["audio"] } },
      limits,
      quality: 2,
      typicalSeconds: 40,
      lifecycle: { status: "active" },
      verification: "openapi+sdk-types+docs",
    },
  ],
});

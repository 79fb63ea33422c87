import { defineProvider } from "#catalog/define-provider.ts";
import { boolean, choice, integer, parameters, string, uri } from "#catalog/parameters.ts";

/** Price of a million tokens without an input video, by resolution. */
export interface TokenPrices {
  readonly usual: number;
  readonly at1080p?: number;
  /** Multiple for a video with sound. */
  readonly withSound?: number;
}

/**
 * docs.byteplus.com/en/docs/ModelArk/1544106 (as of 2026-09), which three authors quote with the same figures between 2026-07 and 2026-10. The discounts
 * for enterprises are left out.
 */
export const tokenPrices: Readonly<Record<string, TokenPrices>> = {
  "seedance-1-0-pro-fast-251015": { usual: 1 },
  "seedance-1-0-pro-250528": { usual: 2.5 },
  "seedance-1-5-pro-251215": { usual: 1.2, withSound: 2 },
  "dreamina-seedance-2-0-mini-260615": { usual: 3.5 },
  "dreamina-seedance-2-0-fast-260128": { usual: 5.6 },
  "dreamina-seedance-2-0-260128": { usual: 7, at1080p: 7.7 },
  "dreamina-seedance-2-5-260628": { usual: 10.7, at1080p: 11.7 },
};

/** At least the pixels of a frame in the largest shape: 864x496, 1112x834 and 1920x1088. */
const framePixels = { "480p": 432_000, "720p": 933_000, "1080p": 2_100_000 } as const;
type Resolution = keyof typeof framePixels;

/** 24 frames a second, and one frame more for the whole video: half a frame a second covers it from two seconds. */
const framesPerSecond = 24.5;

/** The vendor's formula: tokens are width x height x frames / 1024. */
function secondUsd(resolution: Resolution, { usual, at1080p = usual }: TokenPrices): number {
  const millionUsd = resolution === "1080p" ? at1080p : usual;
  return (framePixels[resolution] * framesPerSecond * millionUsd) / 1_024 / 1_000_000;
}

interface Offer {
  readonly upstreamModel: string;
  readonly resolutions: readonly Resolution[];
  readonly seconds: { readonly minimum: number; readonly maximum: number };
  readonly hasLastFrame: boolean;
}

function seedance({ upstreamModel, resolutions, seconds, hasLastFrame }: Offer) {
  const prices = tokenPrices[upstreamModel] ?? { usual: Number.NaN };
  const typicalUsd = secondUsd("720p", prices);
  const factors = resolutions.map((each) => [each, secondUsd(each, prices) / typicalUsd] as const);
  const hasSound = !upstreamModel.startsWith("seedance-1-0");
  return {
    upstreamModel,
    contentType: "video",
    capabilities: ["text-to-video", "image-to-video"],
    endpoints: ["POST /api/v3/contents/generations/tasks"],
    transports: ["submit-poll"],
    parameters: parameters(["prompt"], {
      prompt: string({ role: "prompt" }),
      first_frame: uri({ role: "firstFrame" }),
      ...(hasLastFrame ? { last_frame: uri({ role: "lastFrame" }) } : {}),
      duration: integer({ role: "duration", ...seconds }),
      resolution: choice(resolutions, { role: "resolution" }),
      // A first frame determines the shape of its video.
      ratio: choice(["16:9", "4:3", "1:1", "3:4", "9:16", "21:9"], {
        role: "aspectRatio",
        only: { "image-to-video": [] },
      }),
      ...(hasSound ? { generate_audio: boolean({ role: "audio" }) } : {}),
      ...(upstreamModel.startsWith("seedance-1")
        ? { seed: integer({ role: "seed", minimum: 0, maximum: 2_147_483_647 }) }
        : {}),
    }),
    pricing: {
      typicalJob: "5 s, 720p",
      typicalUsd: typicalUsd * 5,
      perSecondUsd: typicalUsd,
      confidence:
        "docs.byteplus.com/en/docs/ModelArk/1544106, quoted alike by three authors from 2026-07 to 2026-10; the pixels of the largest shape are billed for each, and a frame more than the vendor's estimate, which a measured task had",
    },
    priced: { seconds: 5 },
    measured: {
      images: {
        types: ["image/jpeg", "image/png", "image/webp"],
        sideMin: 300,
        ratioMax: 2.5,
      },
    },
    priceFactors: {
      resolution: Object.fromEntries(factors),
      ...(prices.withSound === undefined
        ? {}
        : { generate_audio: { false: 1, true: prices.withSound } }),
    },
    lifecycle: { status: "active" },
    verification:
      "vendor pages (create, get and cancel a task; capabilities of the models), copied 2026-09 and 2026-10",
  } as const;
}

const upTo1080p = ["480p", "720p", "1080p"] as const;
const upTo720p = ["480p", "720p"] as const;

export default defineProvider({
  slug: "byteplus",
  name: "BytePlus",
  description: "ByteDance's Seedance videos at their maker, with sound from 1.5 on",
  mentions: { withUse: "byte ?plus|byte ?dance|model ?ark", alone: "byteplus" },
  tier: "extra",
  integrated: true,
  baseUrl: "https://ark.ap-southeast.bytepluses.com/api/v3",
  setting: "ARK_API_KEY",
  auth: { header: "Authorization", format: "Bearer {key}" },
  idempotency: "none",
  poll: {
    intervalSecondsMin: 5,
    statuses: { running: ["queued", "running"], failed: ["failed", "expired", "cancelled"] },
  },
  result: { expiresAfterSeconds: 86_400, expiry: "24 hours, 100 downloads" },
  cancel: "DELETE /api/v3/contents/generations/tasks/{id} while it is queued",
  webhook: { register: "callback_url per request", signature: "none" },
  limits: { note: "20 queries a second; requests and tasks at once by model and account" },
  confidence:
    "medium: vendor pages in copies of two readers; no OpenAPI document, no client on npm",
  models: [
    {
      id: "seedance-1.0-pro-fast",
      name: "Seedance 1.0 Pro Fast",
      description: "The cheapest Seedance: silent clips of 2 to 12 seconds up to 1080p.",
      ...seedance({
        upstreamModel: "seedance-1-0-pro-fast-251015",
        resolutions: upTo1080p,
        seconds: { minimum: 2, maximum: 12 },
        hasLastFrame: false,
      }),
      quality: 1,
      typicalSeconds: 40,
    },
    {
      id: "seedance-1.0-pro",
      name: "Seedance 1.0 Pro",
      description: "Silent clips of 2 to 12 seconds from words or a first and a last frame.",
      ...seedance({
        upstreamModel: "seedance-1-0-pro-250528",
        resolutions: upTo1080p,
        seconds: { minimum: 2, maximum: 12 },
        hasLastFrame: true,
      }),
      quality: 2,
      typicalSeconds: 60,
    },
    {
      id: "byteplus-seedance-1.5-pro",
      name: "Seedance 1.5 Pro (at BytePlus)",
      description: "Clips of 4 to 12 seconds, with sound on request, at their maker.",
      ...seedance({
        upstreamModel: "seedance-1-5-pro-251215",
        resolutions: upTo1080p,
        seconds: { minimum: 4, maximum: 12 },
        hasLastFrame: true,
      }),
      quality: 3,
      typicalSeconds: 90,
    },
    {
      id: "seedance-2.0-mini",
      offers: "seedance-2.0-mini",
      name: "Seedance 2.0 Mini",
      description: "The small Seedance 2.0: clips of 4 to 15 seconds with sound, up to 720p.",
      ...seedance({
        upstreamModel: "dreamina-seedance-2-0-mini-260615",
        resolutions: upTo720p,
        seconds: { minimum: 4, maximum: 15 },
        hasLastFrame: true,
      }),
      quality: 2,
      typicalSeconds: 60,
    },
    {
      id: "byteplus-seedance-2.0-fast",
      name: "Seedance 2.0 Fast (at BytePlus)",
      description: "The quick Seedance 2.0 at its maker: 4 to 15 seconds with sound, up to 720p.",
      ...seedance({
        upstreamModel: "dreamina-seedance-2-0-fast-260128",
        resolutions: upTo720p,
        seconds: { minimum: 4, maximum: 15 },
        hasLastFrame: true,
      }),
      quality: 3,
      typicalSeconds: 90,
    },
    {
      id: "seedance-2.0",
      name: "Seedance 2.0",
      description: "Clips of 4 to 15 seconds with sound, up to 1080p.",
      ...seedance({
        upstreamModel: "dreamina-seedance-2-0-260128",
        resolutions: upTo1080p,
        seconds: { minimum: 4, maximum: 15 },
        hasLastFrame: true,
      }),
      quality: 3,
      typicalSeconds: 120,
    },
    {
      id: "seedance-2.5",
      name: "Seedance 2.5",
      description:
        "ByteDance's newest video model with sound: a job buys 5 seconds of 720p or 10 of 480p.",
      ...seedance({
        upstreamModel: "dreamina-seedance-2-5-260628",
        resolutions: upTo1080p,
        seconds: { minimum: 4, maximum: 30 },
        hasLastFrame: true,
      }),
      quality: 3,
      typicalSeconds: 150,
    },
  ],
});

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { creditsFor, creditsMax, usdFor } from "#domain/billing/credits.ts";
import type { PricedWork, Pricing } from "#domain/billing/pricing.ts";
import { AppError } from "#domain/errors.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { mapRequest } from "#domain/requests/map-request.ts";

import type { ModelDefinition } from "./define-provider.ts";
import { providers } from "./index.ts";
import { toPricing } from "./to-pricing.ts";

const models = providers
  .filter((provider) => provider.tier !== "embedded")
  .flatMap((provider) => provider.models);

function pricingOf(model: ModelDefinition): Pricing {
  return { ...toPricing(model), parameters: model.parameters };
}

/** Returns the credits, or infinity for a job above the limit. */
function priceOf(pricing: Pricing, parameters: GenerationParameters): number {
  try {
    return creditsFor(pricing, parameters);
  } catch (error) {
    if (error instanceof AppError && error.code === "price_over_limit") return Infinity;
    throw error;
  }
}

test.each(models)("$id: a request without parameters costs the typical credits", (model) => {
  const [capability] = model.capabilities;

  expect(creditsFor(pricingOf(model), {}, capability === undefined ? {} : { capability })).toBe(
    model.credits.typical,
  );
});

const wishes: fc.Arbitrary<GenerationParameters> = fc.record(
  {
    durationSeconds: fc.integer({ min: 1, max: 60 }),
    count: fc.integer({ min: 1, max: 10 }),
    scale: fc.integer({ min: 1, max: 16 }),
    width: fc.integer({ min: 64, max: 8192 }),
    height: fc.integer({ min: 64, max: 8192 }),
    resolution: fc.constantFrom("540p", "720p", "1080p", "4k"),
  },
  { requiredKeys: [] },
);

test.each(models)("$id: a longer, larger or more numerous result never costs less", (model) => {
  const pricing = pricingOf(model);
  fc.assert(
    fc.property(
      wishes,
      fc.constantFrom("durationSeconds", "count", "scale"),
      fc.integer({ min: 1, max: 8 }),
      (smaller, field, more) => {
        fc.pre(smaller[field] !== undefined);
        const larger = { ...smaller, [field]: (smaller[field] ?? 0) + more };

        expect(priceOf(pricing, larger)).toBeGreaterThanOrEqual(priceOf(pricing, smaller));
      },
    ),
    { numRuns: 30 },
  );
});

test.each(models)("$id: a price refusal has a change that fits", (model) => {
  const pricing = pricingOf(model);
  fc.assert(
    fc.property(wishes, (parameters) => {
      try {
        expect(creditsFor(pricing, parameters)).toBeLessThanOrEqual(creditsMax);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const fits = error.details["fits"] as GenerationParameters | undefined;
        if (fits !== undefined) {
          expect(creditsFor(pricing, { ...parameters, ...fits })).toBeLessThanOrEqual(creditsMax);
        }
      }
    }),
    { numRuns: 30 },
  );
});

function find(id: string): Pricing {
  const model = models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return pricingOf(model);
}

const native = { "settings.audio": "native" };

test.each<[string, GenerationParameters, number, object]>([
  ["kling-3.0", { durationSeconds: 10 }, 21, {}],
  ["kling-3.0", { resolution: "1080p" }, 14, {}],
  ["kling-3.0", { modelParameters: { "settings.audio": "native" } }, 16, {}],
  ["kling-3.0-omni", { resolution: "1080p", modelParameters: native }, 18, {}],
  ["kling-lip-sync", { durationSeconds: 11 }, 6, {}],
  ["veo-3.1-fast-generate-001", { durationSeconds: 8 }, 20, {}],
  ["veo-3.1-fast-generate-001", { modelParameters: { "parameters.generateAudio": true } }, 15, {}],
  ["ray-3.2", { durationSeconds: 10 }, 23, {}],
  ["ray-3.2", {}, 27, { capability: "video-editing" }],
  ["gpt-image-2", { modelParameters: { quality: "high" } }, 6, {}],
  ["gpt-image-2", { count: 4 }, 6, {}],
  ["gpt-image-2", { modelParameters: { quality: "auto" } }, 6, {}],
  ["gpt-image-2", { width: 1536, height: 1024, modelParameters: { quality: "high" } }, 5, {}],
  ["gpt-image-2", { width: 2048, height: 2048 }, 6, {}],
  ["gpt-image-2.5-flare", {}, 2, {}],
  ["gpt-image-2.5-flare", { modelParameters: { quality: "low" } }, 1, {}],
  ["gpt-image-2.5-sunburst", { modelParameters: { quality: "max" } }, 6, {}],
  ["eleven_v3", {}, 1, { characters: 100 }],
  ["eleven_v3", {}, 13, { characters: 5_000 }],
  ["flux-2-pro", { width: 2048, height: 2048 }, 2, {}],
  ["flux-2-max", {}, 28, { inputs: Array.from({ length: 8 }, () => ({ kind: "image" })) }],
  ["MiniMax-Hailuo-02", { durationSeconds: 10 }, 14, {}],
])("%s with %o costs %i credits", (id, parameters, credits, work) => {
  expect(creditsFor(find(id), parameters, work)).toBe(credits);
});

test.each<[string, GenerationParameters, object]>([
  ["kling-3.0", { durationSeconds: 15 }, { durationSeconds: 14 }],
  ["kling-3.0", { resolution: "4k" }, { resolution: "1080p" }],
  ["veo-3.1-generate-001", { durationSeconds: 8 }, { durationSeconds: 6 }],
])("%s with %o is too dear, and would be sold with %o", (id, parameters, fits) => {
  expect(() => creditsFor(find(id), parameters)).toThrow(
    expect.objectContaining({
      code: "price_over_limit",
      details: expect.objectContaining({ fits }) as object,
    }),
  );
});

const at = (resolution: string, durationSeconds: number) => ({ resolution, durationSeconds });
const photo = { kind: "image", width: 4_000, height: 3_000 } as const;
const upscaled = { capability: "upscaling", inputs: [photo] } as const;
const heard = (durationSeconds: number) => ({
  inputs: [{ kind: "audio", durationSeconds }] as const,
});
const seen = (durationSeconds: number) => ({
  inputs: [{ kind: "video", durationSeconds }] as const,
});

const filmed = (framesPerSecond: number) => ({ kind: "video", framesPerSecond }) as const;
const square = { kind: "image", width: 1_024, height: 1_024 } as const;
const extreme = { modelParameters: { texture_quality: "extreme" } };
const detailed = { modelParameters: { geometry_quality: "detailed" } };

/** The providers' price lists, to the cent. */
test.each<[string, GenerationParameters, number, PricedWork]>([
  // At 4k the price includes sound.
  ["kling-3.0", at("4k", 3), 1.26, {}],
  ["kling-3.0", { ...at("4k", 3), modelParameters: native }, 1.26, {}],
  ["kling-3.0", { ...at("1080p", 5), modelParameters: native }, 0.84, {}],
  ["kling-3.0-omni", { ...at("720p", 5), modelParameters: native }, 0.56, {}],
  ["kling-3.0-omni", { ...at("4k", 3), modelParameters: native }, 1.26, {}],
  // Topaz credits of $0.12: a minute of Proteus is 4, 8 or 31, ten seconds 1, 2 or 6.
  ["prob-4", at("720p", 60), 4 * 0.12, {}],
  ["prob-4", at("1080p", 60), 8 * 0.12, {}],
  ["prob-4", at("4k", 60), 31 * 0.12, {}],
  ["prob-4", at("720p", 10), 0.12, {}],
  ["prob-4", at("1080p", 10), 2 * 0.12, {}],
  ["prob-4", at("4k", 10), 6 * 0.12, {}],
  ["slp-2.5", at("4k", 5), 13 * 0.12, {}],
  // A started credit of 24 million pixels, or of four.
  ["topaz-standard-v2", { width: 6_000, height: 4_000 }, 0.12, {}],
  ["topaz-standard-v2", { width: 6_001, height: 4_000 }, 0.24, {}],
  ["topaz-standard-v2", { scale: 2 }, 0.24, upscaled],
  ["topaz-standard-v2", {}, 0.12, upscaled],
  ["topaz-wonder", {}, 3 * 0.12, upscaled],
  ["topaz-sharpen-standard", {}, 0.12, { inputs: [photo] }],
  // Started megapixels of the result; twice the sides by default.
  ["clarity-upscaler", {}, 0.15, {}],
  ["clarity-upscaler", { scale: 2 }, 0.15, {}],
  ["clarity-upscaler", { scale: 1 }, 0.36, upscaled],
  ["clarity-upscaler", {}, 48 * 0.03, upscaled],
  ["codeformer", {}, 48 * 0.0025, { inputs: [photo] }],
  // FLUX.2: started megapixels of the result and of each reference; the result follows the first one.
  ["flux-2-pro", { width: 1_920, height: 1_080 }, 0.045, {}],
  ["flux-2-pro", {}, 0.045, { inputs: [square] }],
  ["flux-2-pro", {}, 0.03 + 3 * 0.015 + 4 * 0.015, { inputs: [photo] }],
  ["flux-2-pro", { width: 1_024, height: 1_024 }, 0.03 + 4 * 0.015, { inputs: [photo] }],
  ["flux-2-pro", { width: 2_048 }, 0.03 + 3 * 0.015, {}],
  ["flux-2-max", {}, 0.07 + 8 * 0.03, { inputs: Array.from({ length: 8 }, () => square) }],
  ["flux-2-flex", {}, 0.05 * 4 + 0.05 * (4 + 1), { inputs: [photo, square] }],
  // Tripo credits of $0.01, with texture from an image or a text.
  ["v3.1-20260211", {}, 0.3, { capability: "image-to-3d" }],
  ["v3.1-20260211", {}, 0.2, { capability: "text-to-3d" }],
  ["v3.1-20260211", extreme, 0.4, { capability: "text-to-3d" }],
  ["v3.1-20260211", detailed, 0.4, { capability: "text-to-3d" }],
  ["P1-20260311", {}, 0.4, { capability: "text-to-3d" }],
  // Frames and sound that Kling 2.6 makes at 1080p only.
  ["kling-2.6", {}, 0.21, { capability: "text-to-video" }],
  ["kling-2.6", { modelParameters: native }, 0.7, { capability: "text-to-video" }],
  ["kling-2.6", {}, 0.35, { capability: "image-to-video", inputs: [photo, photo] }],
  // By the length of the input recording or video.
  ["gpt-4o-transcribe", {}, 0.06, {}],
  ["gpt-4o-transcribe", {}, 0.36, heard(3_600)],
  ["gpt-transcribe", {}, 0.27, heard(3_600)],
  ["nova-3", {}, 0.0092 / 2, heard(29.5)],
  ["nova-3", { modelParameters: { diarize: true } }, 0.112, {}],
  ["nova-3", { modelParameters: { diarize_model: "v2" } }, 0.112, {}],
  ["nova-3", { modelParameters: { keyterm: ["fox"] } }, 0.105, {}],
  ["lipsync-2", {}, 0.05 * 4, heard(3.2)],
  ["lipsync-2", {}, 0.05 * 4, { inputs: [filmed(24), ...heard(3.2).inputs] }],
  ["lipsync-2", {}, 0.05 * 4 * (60 / 25), { inputs: [filmed(60), ...heard(3.2).inputs] }],
  ["lipsync-2", {}, 0.05 * 4 * (30 / 25), { inputs: [{ kind: "video" }, ...heard(3.2).inputs] }],
  // Luma: each image adds $0.003. OpenAI: an image of an edit at the price of its tokens.
  ["uni-1", {}, 0.0404, { capability: "text-to-image" }],
  ["uni-1", {}, 0.0434, { capability: "image-to-image", inputs: [square] }],
  ["uni-1", {}, 0.0404 + 9 * 0.003, { inputs: Array.from({ length: 9 }, () => square) }],
  ["gpt-image-2", {}, 0.053 + 2 * 0.0552, { inputs: [square, photo] }],
  ["aleph2", {}, 0.56, seen(1)],
  ["kling-lip-sync", {}, 0.0735 * 3, seen(10.5)],
  ["gpt-image-2", { width: 1024, height: 1536 }, 0.053 * (0.165 / 0.211), {}],
])("%s with %o is billed $%f", (id, parameters, usd, work) => {
  expect(usdFor(find(id), parameters, work)).toBeCloseTo(usd, 6);
});

test("an image that would cost too much is refused with a scale that is sold", () => {
  expect(() => creditsFor(find("clarity-upscaler"), {}, upscaled)).toThrow(
    expect.objectContaining({
      code: "price_over_limit",
      details: expect.objectContaining({ credits: 36, fits: { scale: 1 } }) as object,
    }),
  );
});

test("an input that would cost too much is not cut by fewer seconds", () => {
  expect(() => creditsFor(find("aleph2"), { durationSeconds: 20 }, seen(20))).toThrow(
    expect.not.objectContaining({
      details: expect.objectContaining({ fits: expect.anything() as object }) as object,
    }),
  );
});

test.each(models)("$id: a request cannot choose the task of another capability", (model) => {
  const [name, task] =
    Object.entries(model.parameters.properties).find(
      ([, parameter]) => parameter["x-role"] === "task",
    ) ?? [];
  for (const capability of name === undefined ? [] : model.capabilities) {
    const own = task?.["x-tasks"]?.[capability];
    const others = Object.values(task?.["x-tasks"] ?? {}).filter((value) => value !== own);
    for (const value of others) {
      const parameters = { modelParameters: { [name ?? ""]: value } };
      const { issues } = mapRequest(model.parameters, { capability, parameters });
      expect(issues).toMatchObject([{ code: "value_not_supported" }]);
    }
  }
});

test("no combination of Tripo's surcharges is sold below the sum of its credits", () => {
  const extras = { standard: 0, detailed: 10, extreme: 20 };
  for (const [capability, base] of [
    ["image-to-3d", 20],
    ["text-to-3d", 10],
  ] as const) {
    for (const texture of [true, false]) {
      for (const [quality, extra] of Object.entries(extras)) {
        for (const [geometry, more] of [
          ["standard", 0],
          ["detailed", 20],
        ] as const) {
          for (const low of [true, false]) {
            const credits = base + (texture ? 10 + extra : 0) + more + (low ? 10 : 0);
            const modelParameters = {
              texture,
              texture_quality: quality,
              geometry_quality: geometry,
              smart_low_poly: low,
            };
            const usd = usdFor(find("v3.1-20260211"), { modelParameters }, { capability });
            expect(usd).toBeGreaterThanOrEqual(credits / 100 - 1e-9);
          }
        }
      }
    }
  }
});

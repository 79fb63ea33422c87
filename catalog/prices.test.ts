import * as fc from "fast-check";
import { expect, test } from "vitest";

import { creditsFor, creditsMax, type Pricing } from "#domain/credits.ts";
import { AppError } from "#domain/errors.ts";
import type { GenerationParameters } from "#domain/intent.ts";

import type { ModelDefinition } from "./define-provider.ts";
import { providers } from "./index.ts";
import { toPricing } from "./to-pricing.ts";

const models = providers
  .filter((provider) => provider.tier !== "embedded")
  .flatMap((provider) => provider.models);

function pricingOf(model: ModelDefinition): Pricing {
  return { ...toPricing(model), parameters: model.parameters };
}

/** Credits, or infinity for what is not sold. */
function priceOf(pricing: Pricing, parameters: GenerationParameters): number {
  try {
    return creditsFor(pricing, parameters);
  } catch (error) {
    if (error instanceof AppError && error.code === "price_over_limit") return Infinity;
    throw error;
  }
}

test.each(models)("$id: a request that says nothing costs the typical credits", (model) => {
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

test.each(models)("$id: longer, more and larger never cost less", (model) => {
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

test.each(models)("$id: what is refused for its price comes with a change that fits", (model) => {
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

test.each<[string, GenerationParameters, number, object]>([
  ["kling-3.0", { durationSeconds: 10 }, 21, {}],
  ["kling-3.0", { resolution: "1080p" }, 14, {}],
  ["kling-3.0", { modelParameters: { "settings.audio": "native" } }, 16, {}],
  ["veo-3.1-fast-generate-001", { durationSeconds: 8 }, 20, {}],
  ["veo-3.1-fast-generate-001", { modelParameters: { "parameters.generateAudio": true } }, 15, {}],
  ["ray-3.2", { durationSeconds: 10 }, 23, {}],
  ["ray-3.2", {}, 27, { capability: "video-editing" }],
  ["gpt-image-2", { modelParameters: { quality: "high" } }, 6, {}],
  ["gpt-image-2", { count: 4 }, 6, {}],
  ["eleven_v3", {}, 1, { characters: 100 }],
  ["eleven_v3", {}, 13, { characters: 5_000 }],
  ["flux-2-pro", { width: 2048, height: 2048 }, 3, {}],
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

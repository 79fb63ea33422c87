import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { AppError } from "#domain/errors.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";

import { creditsByCount, creditsFor, creditsMax, creditsMin } from "./credits.ts";
import type { Pricing } from "./pricing.ts";

/** Dollars in whole cents, as in price lists. */
const usd = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((cents) => cents / 100);

const byTime: fc.Arbitrary<Pricing> = fc
  .record({ perSecondUsd: usd(2), seconds: fc.integer({ min: 1, max: 20 }) })
  .map(({ perSecondUsd, seconds }) => ({
    typicalCredits: 1,
    // The list price of the typical job in cents, as in the catalog.
    typicalUsd: Math.round(perSecondUsd * seconds * 100) / 100,
    perSecondUsd,
    typical: { seconds },
  }));

const bySize: fc.Arbitrary<Pricing> = fc.record({
  typicalCredits: fc.constant(1),
  typicalUsd: usd(5),
  typical: fc.record(
    {
      seconds: fc.integer({ min: 1, max: 60 }),
      megapixels: fc.constantFrom(0.5, 1, 4),
      count: fc.constant(1),
    },
    { requiredKeys: [] },
  ),
});

const embedded: fc.Arbitrary<Pricing> = fc.record({
  typicalCredits: fc.integer({ min: 1, max: 5 }),
  typicalUsd: fc.constant(0),
  typical: fc.constant({}),
});

const pricings = fc.oneof(byTime, bySize, embedded);

const wishes: fc.Arbitrary<GenerationParameters> = fc.record(
  {
    durationSeconds: fc.integer({ min: 1, max: 600 }),
    width: fc.integer({ min: 64, max: 8192 }),
    height: fc.integer({ min: 64, max: 8192 }),
    count: fc.integer({ min: 1, max: 50 }),
  },
  { requiredKeys: [] },
);

/** Returns the credits, or infinity for a job above the limit. */
function priceOf(pricing: Pricing, parameters: GenerationParameters): number {
  try {
    return creditsFor(pricing, parameters);
  } catch (error) {
    if (error instanceof AppError && error.code === "price_over_limit") return Infinity;
    throw error;
  }
}

test("a price is a whole number from 1 to 30 credits, or the job is refused", () => {
  fc.assert(
    fc.property(pricings, wishes, (pricing, parameters) => {
      const credits = priceOf(pricing, parameters);
      if (credits === Infinity) return;
      expect(Number.isInteger(credits)).toBe(true);
      expect(credits).toBeGreaterThanOrEqual(creditsMin);
      expect(credits).toBeLessThanOrEqual(creditsMax);
    }),
  );
});

test("more seconds, pixels or results never cost less", () => {
  fc.assert(
    fc.property(
      pricings,
      wishes,
      fc.constantFrom("durationSeconds", "width", "height", "count"),
      fc.integer({ min: 1, max: 500 }),
      (pricing, smaller, field, more) => {
        fc.pre(smaller[field] !== undefined);
        const larger = { ...smaller, [field]: (smaller[field] ?? 0) + more };
        expect(priceOf(pricing, larger)).toBeGreaterThanOrEqual(priceOf(pricing, smaller));
      },
    ),
  );
});

test("the typical job costs the same with its quantities explicit or by default", () => {
  fc.assert(
    fc.property(pricings, (pricing) => {
      const { seconds, count } = pricing.typical;
      const explicit = {
        ...(seconds === undefined ? {} : { durationSeconds: seconds }),
        ...(count === undefined ? {} : { count }),
      };
      expect(priceOf(pricing, {})).toBe(priceOf(pricing, explicit));
    }),
  );
});

test("rounding errors do not raise a price: three seconds at 0.4 dollars a second", () => {
  const pricing = {
    typicalCredits: 30,
    typicalUsd: 1.2,
    perSecondUsd: 0.4,
    typical: { seconds: 3 },
  };

  expect(0.4 * 3).toBeGreaterThan(1.2);
  expect(creditsFor(pricing, { durationSeconds: 3 })).toBe(30);
});

test("0.56 dollars cost fourteen credits", () => {
  expect(creditsFor({ typicalCredits: 14, typicalUsd: 0.56, typical: {} }, {})).toBe(14);
});

test("a job above the limit is refused with its price, not sold at the limit", () => {
  const pricing = {
    typicalCredits: 10,
    typicalUsd: 0.4,
    perSecondUsd: 0.08,
    typical: { seconds: 5 },
  };

  expect(() => creditsFor(pricing, { durationSeconds: 20 })).toThrow(
    expect.objectContaining({
      code: "price_over_limit",
      details: { credits: 40, maxCredits: 30, typicalCredits: 10, fits: { durationSeconds: 15 } },
    }),
  );
});

describe("a refused price names what fits", () => {
  // Seedance 2.5 by the lists of resellers: $0.257 a second at 720p, five seconds by default.
  const film = {
    typicalCredits: 26,
    typicalUsd: 0.257 * 4,
    perSecondUsd: 0.257,
    typical: { seconds: 4 },
    factors: { resolution: { "480p": 0.445, "720p": 1, "1080p": 2.47 } },
    parameters: {
      properties: {
        duration: { type: "integer", minimum: 4, maximum: 30, "x-role": "duration" },
        resolution: {
          type: "string",
          enum: ["480p", "720p", "1080p"],
          default: "720p",
          "x-role": "resolution",
        },
      },
    },
  } as const satisfies Pricing;
  const detailsOf = (parameters: GenerationParameters) => {
    try {
      creditsFor(film, parameters);
    } catch (error) {
      if (error instanceof AppError) return error.details;
    }
    return null;
  };

  test("a shorter film, and a smaller one", () => {
    expect(detailsOf({ durationSeconds: 5, resolution: "720p" })).toMatchObject({
      credits: 33,
      fits: { durationSeconds: 4 },
      alsoFits: { resolution: "480p" },
    });
  });

  test("only a smaller film, when the shortest one of the size is too expensive", () => {
    const details = detailsOf({ resolution: "1080p" });

    expect(details).toMatchObject({ fits: { resolution: "720p" } });
    expect(details).not.toHaveProperty("alsoFits");
  });

  test("a change of length and size together, when neither is enough", () => {
    const details = detailsOf({ durationSeconds: 30, resolution: "1080p" });

    expect(details).toMatchObject({ fits: { durationSeconds: 4, resolution: "720p" } });
    expect(details).not.toHaveProperty("alsoFits");
  });

  test.each([
    { durationSeconds: 5, resolution: "720p" },
    { resolution: "1080p" },
    { durationSeconds: 30, resolution: "1080p" },
  ])("each named change of %j is sold", (parameters) => {
    const { fits, alsoFits = fits } = detailsOf(parameters) as Record<string, GenerationParameters>;

    for (const change of [fits, alsoFits]) {
      expect(creditsFor(film, { ...parameters, ...change })).toBeLessThanOrEqual(creditsMax);
    }
  });
});

test("a job above the limit is refused for the embedded provider, too", () => {
  const pricing = { typicalCredits: 2, typicalUsd: 0, typical: {} };

  expect(creditsFor(pricing, { count: 15 })).toBe(30);
  expect(() => creditsFor(pricing, { count: 16 })).toThrow(
    expect.objectContaining({ code: "price_over_limit" }),
  );
});

test("a smaller image is not cheaper, and a larger image is priced by its pixels", () => {
  const pricing = { typicalCredits: 1, typicalUsd: 0.04, typical: { megapixels: 1 } };

  expect(creditsFor(pricing, { width: 256, height: 256 })).toBe(1);
  expect(creditsFor(pricing, { width: 2048, height: 2048 })).toBe(4);
});

test("results that a model does not make are not charged, with or without a list price", () => {
  const alone = { properties: { prompt: { type: "string", "x-role": "prompt" } } };
  const prices = [0, 0.08].map((typicalUsd) =>
    creditsFor(
      { typicalCredits: 2, typicalUsd, typical: { count: 1 }, parameters: alone },
      { count: 3 },
    ),
  );

  expect(prices).toEqual([2, 2]);
});

describe("prices of fewer results than ordered", () => {
  const counted = {
    properties: {
      prompt: { type: "string", "x-role": "prompt" },
      n: { type: "integer", minimum: 1, maximum: 10, "x-role": "count" },
    },
  };
  const pricing: Pricing = {
    typicalCredits: 2,
    typicalUsd: 0.06,
    typical: {},
    parameters: counted,
  };

  test("are those of an order of as many, also when a parameter of the model orders them", () => {
    expect(creditsByCount(pricing, { count: 4 }, {})).toEqual([2, 3, 5, 6]);
    expect(creditsByCount(pricing, { modelParameters: { n: 3 } }, {})).toEqual([2, 3, 5]);
  });

  test("do not exist for one result", () => {
    expect(creditsByCount(pricing, {}, {})).toBeUndefined();
    expect(creditsByCount(pricing, { count: 1 }, {})).toBeUndefined();
  });

  test("rise with their number and end at the price of the order", () => {
    fc.assert(
      fc.property(pricings, wishes, (each, wish) => {
        const price = priceOf(each, wish);
        if (price === Infinity) return;
        const prices = creditsByCount(each, wish, {}) ?? [price];
        expect(prices.at(-1)).toBe(price);
        expect(prices).toEqual(prices.toSorted((left, right) => left - right));
      }),
    );
  });
});

test("the price is rounded up to the provider's billing step, and no further", () => {
  const pricing: Pricing = {
    typicalCredits: 3,
    typicalUsd: 0.12,
    stepUsd: 0.12,
    typical: { megapixels: 4 },
  };
  const priceOfSide = (side: number) => creditsFor(pricing, { width: side, height: side });

  expect(priceOfSide(512)).toBe(3);
  expect(priceOfSide(2_048)).toBe(3);
  expect(priceOfSide(2_049)).toBe(6);
});

test("the price of one value may depend on another value", () => {
  const sizes = { type: "string", enum: ["small", "large"] };
  const pricing: Pricing = {
    typicalCredits: 1,
    typicalUsd: 0.04,
    typical: {},
    factors: {
      size: { small: 1, large: 4 },
      sound: { true: { size: { small: 2, large: 1.5 } } },
    },
    parameters: { properties: { size: sizes, sound: { type: "boolean" } } },
  };
  const price = (modelParameters: Readonly<Record<string, unknown>>) =>
    creditsFor(pricing, { modelParameters });

  expect(price({})).toBe(1);
  expect(price({ sound: true })).toBe(2);
  expect(price({ size: "large" })).toBe(4);
  expect(price({ size: "large", sound: true })).toBe(6);
});

import { AppError } from "./errors.ts";
import type { GenerationParameters } from "./intent.ts";

/** One credit stands for this much of a provider's list price (catalog.json, creditBasisUsd). */
const creditUsd = 0.04;
/** The range of the specification (section 2.4). */
export const creditsMin = 1;
export const creditsMax = 30;

/** What a model's row says about its price. */
export interface Pricing {
  /** Credits of the typical job, as listed. */
  readonly typicalCredits: number;
  /** List price of the typical job. Zero for models that run on our own machine. */
  readonly typicalUsd: number;
  /** For models that are billed by time. */
  readonly perSecondUsd?: number;
  /** The least that a job costs. */
  readonly minimumUsd?: number;
  /** The quantities of the typical job; what is absent does not change the price. */
  readonly typical: {
    readonly seconds?: number;
    readonly megapixels?: number;
    readonly characters?: number;
    readonly count?: number;
  };
  /** By the model's own parameter and its value: how many times the typical price; else once. */
  readonly factors?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/**
 * Credits for one generation: the typical price scaled by seconds, megapixels and count.
 * Throws `price_over_limit` when a job larger than the typical one would cost more than 30 credits;
 * the typical job itself is always sold, at 30 credits where the list price is higher.
 */
export function creditsFor(pricing: Pricing, parameters: GenerationParameters): number {
  const { amount, typicalAmount } = amountsFor(pricing, parameters);
  const credits = Math.ceil(amount);
  if (credits > creditsMax && amount > typicalAmount) {
    throw new AppError("price_over_limit", {
      message: `This would cost ${credits} credits; one generation may cost at most ${creditsMax}.`,
      details: { credits, maxCredits: creditsMax, typicalCredits: pricing.typicalCredits },
    });
  }
  return clamp(credits);
}

/** In credits, before they are made whole: this job, and the typical one. */
function amountsFor(
  pricing: Pricing,
  parameters: GenerationParameters,
): { amount: number; typicalAmount: number } {
  if (pricing.typicalUsd === 0) {
    const amount = pricing.typicalCredits * countFactor(pricing, parameters);
    return { amount, typicalAmount: pricing.typicalCredits };
  }
  return {
    amount: roundMicro(usdFor(pricing, parameters) / creditUsd),
    typicalAmount: roundMicro(pricing.typicalUsd / creditUsd),
  };
}

function usdFor(pricing: Pricing, parameters: GenerationParameters): number {
  const { typical } = pricing;
  const count = countFactor(pricing, parameters);
  const seconds = parameters.durationSeconds;
  if (seconds !== undefined && pricing.perSecondUsd !== undefined) {
    return pricing.perSecondUsd * seconds * count;
  }
  const time = seconds !== undefined && typical.seconds ? seconds / typical.seconds : 1;
  return pricing.typicalUsd * time * sizeFactor(pricing, parameters) * count;
}

/** A smaller picture is not cheaper: providers round up to the typical size. */
function sizeFactor(pricing: Pricing, { width, height }: GenerationParameters): number {
  const typical = pricing.typical.megapixels;
  if (typical === undefined || width === undefined || height === undefined) return 1;
  return Math.max(1, (width * height) / 1_048_576 / typical);
}

function countFactor(pricing: Pricing, { count }: GenerationParameters): number {
  return (count ?? 1) / (pricing.typical.count ?? 1);
}

function clamp(credits: number): number {
  return Math.min(Math.max(credits, creditsMin), creditsMax);
}

/** 0.56 / 0.04 must not become fifteen credits for a rounding error. */
function roundMicro(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}

import {
  creditsMax,
  creditsMin,
  creditsOfUsd,
  inSteps,
  sizeFactor,
} from "#domain/billing/credits.ts";
import { inputRoom } from "#domain/requests/assign-inputs.ts";
import type { InputKind } from "#domain/requests/capability.ts";
import { timesIn } from "#domain/requests/price-factors.ts";

import type { Parameter, ParameterRole } from "./parameters.ts";
import type { ModelRow, Quantity } from "./provider-row.ts";

export interface Credits {
  readonly typical: number;
  readonly min: number;
  readonly max: number;
  /** Describes the job that `typical` pays for. */
  readonly per: string;
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}
export type Limits = Readonly<Partial<Record<Quantity, Bounds>>>;

/**
 * Credits of a model and the bounds they follow from: one credit for each started 0.04 US dollars of the list
 * price, within 1–30.
 *
 *     usd = max(minimumUsd, typicalUsd × Π requested quantity / typical quantity × Π price factor + inputs)
 *
 * A started `stepUsd` counts in full, and `perSecondUsd × typical seconds`, if stated, replaces `typicalUsd`.
 *
 * Megapixels below the typical ones cost as much as the typical ones where there are no such steps, because
 * providers round up; `furtherMegapixelUsd` is the price of those above. `max` is 30 where a quantity has no bound, as with the length of a recording that is
 * transcribed.
 */
export function creditRange(model: ModelRow): { credits: Credits; limits: Limits } {
  const limits = knownLimits(model);
  const { pricing, priced } = model;
  const typicalCredits = model.credits ?? 1;
  let least = 1;
  let most = 1;
  for (const [quantity, typical] of Object.entries(priced) as [Quantity, number][]) {
    const bounds = limits[quantity] ?? {};
    const [min, max] = [
      bounds.min ?? leastOf[quantity],
      bounds.max ?? unboundedOr(quantity, typical),
    ];
    const timesOf = (amount: number) =>
      quantity === "megapixels"
        ? sizeFactor({ ...pricing, typical: priced }, amount)
        : amount / typical;
    least *= timesOf(min);
    most *= timesOf(max);
  }
  for (const byValue of Object.values(model.priceFactors ?? {})) {
    const factors = Object.values(byValue).flatMap(timesIn);
    least *= Math.min(1, ...factors);
    most *= Math.max(1, ...factors);
  }
  const { frames } = model.measured ?? {};
  if (frames !== undefined) most *= Math.max(1, framesPerSecondMax / frames.included);
  const { typicalUsd, perSecondUsd, minimumUsd = 0, stepUsd } = pricing;
  const usd =
    perSecondUsd === undefined || priced.seconds === undefined
      ? typicalUsd
      : perSecondUsd * priced.seconds;
  const toCredits = (factor: number, inputs = 0): number =>
    typicalUsd === 0
      ? Math.min(creditsMax, Math.ceil(typicalCredits * Math.max(1, factor)))
      : creditsOf(inSteps(Math.max(minimumUsd, stepUsd ?? 0, usd * factor + inputs), stepUsd));
  return {
    limits,
    credits: {
      typical: toCredits(1),
      min: toCredits(least),
      max: toCredits(most, mostInputsUsd(model)),
      per: pricing.typicalJob,
    },
  };
}

/** Highest frame rate in the range of credits. Videos with more are sold by their rate, too. */
const framesPerSecondMax = 60;

/** List price of as many and as large inputs as the model takes. */
function mostInputsUsd({ pricing, parameters }: ModelRow): number {
  return Object.entries(pricing.inputs ?? {}).reduce((sum, [kind, price]) => {
    const files = inputRoom(parameters.properties, kind as InputKind) - (price.free ?? 0);
    const units = price.per === "file" ? 1 : (price.megapixelsMax ?? Number.MAX_SAFE_INTEGER);
    return sum + Math.max(0, files) * units * price.usd;
  }, 0);
}

/** Minimum of a quantity without a known bound. */
const leastOf: Record<Quantity, number> = { seconds: 1, megapixels: 0, characters: 1, count: 1 };

/** One result per request, unless a count parameter says otherwise; every other quantity is unbounded. */
function unboundedOr(quantity: Quantity, typical: number): number {
  return quantity === "count" ? typical : Number.MAX_SAFE_INTEGER;
}

function creditsOf(usd: number): number {
  return Math.min(creditsMax, Math.max(creditsMin, creditsOfUsd(usd)));
}

function knownLimits({ parameters, limits: stated }: ModelRow): Limits {
  const properties = Object.values(parameters.properties);
  const found: Record<Quantity, Bounds> = {
    seconds: bounds(properties, "duration"),
    characters: textBounds(properties),
    megapixels: pixelBounds(properties),
    count: bounds(properties, "count"),
  };
  const merged = (Object.keys(found) as Quantity[]).map((quantity) => {
    const { min, max } = { ...found[quantity], ...stated?.[quantity] };
    return [quantity, { ...(min === undefined ? {} : { min }), ...(max ? { max } : {}) }] as const;
  });
  return Object.fromEntries(merged.filter(([, bounds]) => Object.keys(bounds).length > 0));
}

/** Enum values count as numbers with or without a unit: 4, "5s". */
function bounds(properties: readonly Parameter[], role: ParameterRole): Bounds {
  const parameter = properties.find((property) => property["x-role"] === role);
  if (parameter === undefined) return {};
  const values = (parameter.enum ?? []).map((value) => Number.parseFloat(String(value)));
  if (values.length > 0) return { min: Math.min(...values), max: Math.max(...values) };
  const { minimum: min, maximum: max } = parameter;
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function textBounds(properties: readonly Parameter[]): Bounds {
  const max = properties.find((property) => property["x-role"] === "text")?.maxLength;
  return max === undefined ? {} : { max };
}

function pixelBounds(properties: readonly Parameter[]): Bounds {
  const width = bounds(properties, "width");
  const height = bounds(properties, "height");
  const min = megapixels(width.min, height.min);
  const max = megapixels(width.max, height.max);
  return { ...(min ? { min } : {}), ...(max ? { max } : {}) };
}

function megapixels(width: number | undefined, height: number | undefined): number | undefined {
  if (width === undefined || height === undefined) return undefined;
  return Math.round((width * height) / 10_000) / 100;
}

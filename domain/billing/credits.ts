import { AppError } from "#domain/errors.ts";
import { inputLength } from "#domain/requests/input-facts.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { parameterOf } from "#domain/requests/map-request.ts";
import type { ModelParameter } from "#domain/requests/model-parameters.ts";
import { type PriceFactor, timesIn } from "#domain/requests/price-factors.ts";
import { linesOf, type Size } from "#domain/requests/sizes.ts";

import { inputsUsd } from "./input-prices.ts";
import type { PricedWork, Pricing } from "./pricing.ts";
import { numberIn, quantitiesOf, usualScaleOf } from "./quantities.ts";

/** US dollars of a provider's list price per credit. */
export const creditUsd = 0.04;
/** Bounds of a generation's price in credits. */
export const creditsMin = 1;
export const creditsMax = 30;

/**
 * Returns the credits for one generation: the typical price scaled by the seconds, megapixels, characters and
 * results that will be sent, and by the factors of their values. Unspecified quantities count as typical.
 * Throws `price_over_limit` when the job would cost more than 30 credits. `details.fits` has the nearest change that
 * fits, and `details.alsoFits` the nearest change of another parameter.
 */
export function creditsFor(
  pricing: Pricing,
  parameters: GenerationParameters,
  work: PricedWork = {},
): number {
  const amount = amountFor(pricing, parameters, work);
  const credits = Math.max(creditsMin, Math.ceil(amount));
  if (credits <= creditsMax) return credits;
  const [fits, alsoFits] = listFittingChanges(pricing, parameters, work);
  const named = [fits, alsoFits].flatMap((change) =>
    change === undefined ? [] : JSON.stringify(change),
  );
  const hint = named.length === 0 ? "" : ` It fits with ${named.join(" or ")}.`;
  throw new AppError("price_over_limit", {
    message: `This generation would cost ${credits} credits; the maximum is ${creditsMax}.${hint}`,
    details: {
      credits,
      maxCredits: creditsMax,
      typicalCredits: pricing.typicalCredits,
      ...(fits === undefined ? {} : { fits }),
      ...(alsoFits === undefined ? {} : { alsoFits }),
    },
  });
}

/**
 * Prices 1, 2, … results of a generation, up to the ordered number: a provider may make fewer than ordered. Undefined
 * when one result is ordered. Throws what `creditsFor` throws.
 */
export function creditsByCount(
  pricing: Pricing,
  parameters: GenerationParameters,
  work: PricedWork,
): number[] | undefined {
  const { count } = quantitiesOf(pricing, parameters, work);
  if (count <= 1) return undefined;
  return Array.from({ length: count }, (_, index) =>
    creditsFor(pricing, parameters, { ...work, results: index + 1 }),
  );
}

/** Unrounded credits of this job. */
function amountFor(pricing: Pricing, parameters: GenerationParameters, work: PricedWork): number {
  if (pricing.typicalUsd > 0) return roundMicro(usdFor(pricing, parameters, work) / creditUsd);
  const { count } = quantitiesOf(pricing, parameters, work);
  return (pricing.typicalCredits * count) / (pricing.typical.count ?? 1);
}

/**
 * Returns the provider's list price of the request in US dollars, even when the request is above the limit of
 * credits.
 */
export function usdFor(
  pricing: Pricing,
  parameters: GenerationParameters,
  work: PricedWork,
): number {
  const { typical, typicalUsd, minimumUsd = 0, stepUsd, inputs: inputPrices } = pricing;
  const sent = quantitiesOf(pricing, parameters, work);
  const count = sent.count / (typical.count ?? 1);
  const characters =
    work.characters !== undefined && typical.characters !== undefined
      ? work.characters / typical.characters
      : 1;
  const size = sent.megapixels === undefined ? 1 : sizeFactor(pricing, sent.megapixels);
  const timed =
    sent.seconds !== undefined && pricing.perSecondUsd !== undefined
      ? pricing.perSecondUsd * sent.seconds
      : typicalUsd *
        (sent.seconds !== undefined && typical.seconds ? sent.seconds / typical.seconds : 1);
  const usd =
    timed * size * characters * count * sent.factor + inputsUsd(inputPrices, work.inputs ?? []);
  return inSteps(Math.max(minimumUsd, usd), stepUsd);
}

/** Returns the multiple of the typical price that a result of this size costs. */
export function sizeFactor(
  { typical, typicalUsd, furtherMegapixelUsd, stepUsd }: SizePricing,
  megapixels: number,
): number {
  if (typical.megapixels === undefined) return 1;
  if (furtherMegapixelUsd === undefined) {
    // A smaller image is not cheaper: providers round up to the typical size, unless they bill in steps.
    return Math.max(stepUsd === undefined ? 1 : 0, megapixels / typical.megapixels);
  }
  const further = Math.max(0, Math.ceil(roundMicro(megapixels - typical.megapixels)));
  return 1 + (further * furtherMegapixelUsd) / typicalUsd;
}
type SizePricing = Pick<Pricing, "typical" | "typicalUsd" | "furtherMegapixelUsd" | "stepUsd">;

/** Rounds up to a whole number of billing steps. */
export function inSteps(usd: number, stepUsd: number | undefined): number {
  return stepUsd === undefined ? usd : Math.ceil(roundMicro(usd / stepUsd)) * stepUsd;
}

/**
 * Lists the nearest change of each parameter that brings the job within the limit. When no parameter does so alone, lists
 * the nearest change of another parameter together with the length that fits.
 */
function listFittingChanges(
  pricing: Pricing,
  parameters: GenerationParameters,
  work: PricedWork,
): GenerationParameters[] {
  const isWithin = (change: GenerationParameters) =>
    amountFor(pricing, { ...parameters, ...change }, work) <= creditsMax;
  const smaller = listSmaller(pricing, parameters, work);
  const single = smaller.flatMap((changes) => changes.find(isWithin) ?? []);
  if (single.length > 0) return single;
  const [lengths = [], ...others] = smaller;
  const other = others.flat().find((change) => isWithin({ ...lengths.at(-1), ...change }));
  const length = lengths.find((each) => isWithin({ ...each, ...other }));
  return other === undefined || length === undefined ? [] : [{ ...length, ...other }];
}

/** Lists changes that make a job smaller: one list for each parameter, the length first; each list nearest first. */
function listSmaller(
  pricing: Pricing,
  parameters: GenerationParameters,
  { inputs = [] }: PricedWork,
): GenerationParameters[][] {
  const { count, width, height } = parameters;
  // The length of an input cannot be shortened by a parameter.
  const isMeasured = inputLength(pricing.measured?.seconds, inputs) !== null;
  const properties = pricing.parameters?.properties ?? {};
  const ofRole = (role: string) => parameterOf(properties, role)?.[1];
  const sentSeconds = ofRole("duration") === undefined ? undefined : pricing.typical.seconds;
  const durationSeconds = isMeasured ? undefined : (parameters.durationSeconds ?? sentSeconds);
  const scale = parameters.scale ?? usualScaleOf(pricing.parameters);
  return [
    numbersBelow(durationSeconds, ofRole("duration")).map((each) => ({ durationSeconds: each })),
    numbersBelow(count, ofRole("count")).map((each) => ({ count: each })),
    wordsOf(ofRole("resolution")).map((each) => ({ resolution: each })),
    numbersBelow(scale, ofRole("scale")).map((each) => ({ scale: each })),
    width === undefined || height === undefined ? [] : smallerSizes({ width, height }),
    ...Object.entries(pricing.factors ?? {})
      .filter(([name]) => properties[name]?.["x-role"] !== "resolution")
      .map(([name, byValue]) =>
        Object.keys(byValue)
          .toSorted((left, right) => mostOf(byValue[right]) - mostOf(byValue[left]))
          .map((value) => ({ modelParameters: { ...parameters.modelParameters, [name]: value } })),
      ),
  ];
}

function mostOf(factor: PriceFactor = 1): number {
  return Math.max(...timesIn(factor));
}

const changesMax = 100;

function numbersBelow(wanted: number | undefined, parameter: ModelParameter | undefined): number[] {
  if (wanted === undefined) return [];
  const listed = parameter?.enum?.flatMap((value) => numberIn(value) ?? []);
  const whole = Array.from({ length: changesMax }, (_, step) => Math.ceil(wanted) - 1 - step);
  const least = parameter?.minimum ?? 1;
  return (listed ?? whole)
    .filter((value) => value < wanted && value >= least)
    .toSorted((left, right) => right - left);
}

/** Lists the values from the highest to the lowest resolution. */
function wordsOf(parameter: ModelParameter | undefined): string[] {
  const lines = (word: string) => linesOf(word) ?? 0;
  return (parameter?.enum ?? []).map(String).toSorted((left, right) => lines(right) - lines(left));
}

function smallerSizes({ width, height }: Size): Size[] {
  const toStep = (side: number) => Math.floor(side / 32) * 32;
  return Array.from({ length: 9 }, (_, step) => {
    const share = 1 - (step + 1) / 10;
    return { width: toStep(width * share), height: toStep(height * share) };
  });
}

/** Whole credits for an amount, without an upper limit. */
export function creditsOfUsd(usd: number): number {
  return Math.ceil(roundMicro(usd / creditUsd));
}

/** Removes floating-point error, so that 0.56 / 0.04 does not become fifteen credits. */
function roundMicro(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}

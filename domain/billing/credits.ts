import { AppError } from "#domain/errors.ts";
import type { Capability } from "#domain/requests/capability.ts";
import {
  inputLength,
  inputPixels,
  type InputFacts,
  type MeasuredQuantities,
} from "#domain/requests/input-facts.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { mapRequest, modelFor, parameterOf } from "#domain/requests/map-request.ts";
import type { ModelParameter, ModelParameters } from "#domain/requests/model-parameters.ts";
import {
  factorOf,
  type PriceFactor,
  type PriceFactors,
  timesIn,
  wordOf,
} from "#domain/requests/price-factors.ts";
import { linesOf, sizeOf, type Size } from "#domain/requests/sizes.ts";

/** US dollars of a provider's list price per credit. */
const creditUsd = 0.04;
/** Bounds of a generation's price in credits. */
export const creditsMin = 1;
export const creditsMax = 30;

/** Price terms of a model's catalog row. */
export interface Pricing {
  /** Credits of the typical job, as listed. */
  readonly typicalCredits: number;
  /** List price of the typical job. Zero for models of the embedded provider. */
  readonly typicalUsd: number;
  /** For models that are billed by time. */
  readonly perSecondUsd?: number;
  /** Minimum price of a job. */
  readonly minimumUsd?: number;
  /** Billing step, such as the price of one of the provider's credits: a started step is charged in full. */
  readonly stepUsd?: number;
  /** Quantities of the typical job; an absent quantity does not affect the price. */
  readonly typical: {
    readonly seconds?: number;
    readonly megapixels?: number;
    readonly characters?: number;
    readonly count?: number;
  };
  /** Quantities taken from the inputs when these were measured. */
  readonly measured?: MeasuredQuantities;
  readonly factors?: PriceFactors;
  /** The model's parameters: the price follows the values that will be sent. */
  readonly parameters?: ModelParameters;
}

/** Price inputs in addition to the parameters. */
export interface PricedWork {
  readonly capability?: Capability;
  /** Length of the text to speak. */
  readonly characters?: number;
  readonly inputs?: readonly InputFacts[];
}

/**
 * Returns the credits for one generation: the typical price scaled by the seconds, megapixels, characters and
 * results that will be sent, and by the factors of their values. Unspecified quantities count as typical.
 * Throws `price_over_limit` when a job larger than the typical one would cost more than 30 credits;
 * `details.fits` has the nearest change that fits. The typical job itself is always sold, for 30 credits
 * where its list price is higher.
 */
export function creditsFor(
  pricing: Pricing,
  parameters: GenerationParameters,
  work: PricedWork = {},
): number {
  const { amount, typicalAmount } = amountsFor(pricing, parameters, work);
  if (isSold(amount, typicalAmount)) return clamp(Math.ceil(amount));
  const credits = Math.ceil(amount);
  const fits = listSmaller(pricing, parameters, work).find((change) => {
    const smaller = amountsFor(pricing, { ...parameters, ...change }, work);
    return isSold(smaller.amount, typicalAmount);
  });
  const hint = fits === undefined ? "" : ` It fits with ${JSON.stringify(fits)}.`;
  throw new AppError("price_over_limit", {
    message: `This generation would cost ${credits} credits; the maximum is ${creditsMax}.${hint}`,
    details: {
      credits,
      maxCredits: creditsMax,
      typicalCredits: pricing.typicalCredits,
      ...(fits === undefined ? {} : { fits }),
    },
  });
}

function isSold(amount: number, typicalAmount: number): boolean {
  return Math.ceil(amount) <= creditsMax || amount <= typicalAmount;
}

/** Unrounded credits of this job and of the typical job. */
function amountsFor(
  pricing: Pricing,
  parameters: GenerationParameters,
  work: PricedWork,
): { amount: number; typicalAmount: number } {
  if (pricing.typicalUsd === 0) {
    const { count } = quantitiesOf(pricing, parameters, work);
    const amount = (pricing.typicalCredits * count) / (pricing.typical.count ?? 1);
    return { amount, typicalAmount: pricing.typicalCredits };
  }
  return {
    amount: roundMicro(usdFor(pricing, parameters, work) / creditUsd),
    typicalAmount: roundMicro(pricing.typicalUsd / creditUsd),
  };
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
  const { typical, typicalUsd, minimumUsd = 0, stepUsd } = pricing;
  const sent = quantitiesOf(pricing, parameters, work);
  const count = sent.count / (typical.count ?? 1);
  const characters =
    work.characters !== undefined && typical.characters !== undefined
      ? work.characters / typical.characters
      : 1;
  // A smaller image is not cheaper: providers round up to the typical size, unless they bill in steps.
  const size =
    sent.megapixels !== undefined && typical.megapixels !== undefined
      ? Math.max(stepUsd === undefined ? 1 : 0, sent.megapixels / typical.megapixels)
      : 1;
  const timed =
    sent.seconds !== undefined && pricing.perSecondUsd !== undefined
      ? pricing.perSecondUsd * sent.seconds
      : typicalUsd *
        (sent.seconds !== undefined && typical.seconds ? sent.seconds / typical.seconds : 1);
  return inSteps(Math.max(minimumUsd, timed * size * characters * count * sent.factor), stepUsd);
}

/** Rounds up to a whole number of billing steps. */
export function inSteps(usd: number, stepUsd: number | undefined): number {
  return stepUsd === undefined ? usd : Math.ceil(roundMicro(usd / stepUsd)) * stepUsd;
}

interface Quantities {
  readonly seconds?: number;
  readonly megapixels?: number;
  readonly count: number;
  readonly factor: number;
}

/**
 * Quantities of the mapped request when the model's parameters are known, else of the caller's parameters.
 */
function quantitiesOf(
  pricing: Pricing,
  parameters: GenerationParameters,
  { capability, inputs = [] }: PricedWork,
): Quantities {
  if (pricing.parameters === undefined) {
    const { durationSeconds: seconds, width, height, count = 1 } = parameters;
    const isSized = width !== undefined && height !== undefined;
    return {
      ...(seconds === undefined ? {} : { seconds }),
      ...(isSized ? { megapixels: (width * height) / megapixel } : {}),
      count,
      factor: 1,
    };
  }
  const { measured } = pricing;
  const { values } = mapRequest(pricing.parameters, {
    parameters,
    priced: pricing,
    inputs,
    explicit: {},
    ...(capability === undefined ? {} : { capability }),
  });
  const narrowed =
    capability === undefined ? pricing.parameters : modelFor(pricing.parameters, capability);
  const { properties = {} } = narrowed;
  const valueOf = (role: string): unknown => values[parameterOf(properties, role)?.[0] ?? ""];
  const seconds = numberIn(valueOf("duration")) ?? inputLength(measured?.seconds, inputs)?.seconds;
  const pixels = measured?.megapixels === true ? inputPixels(inputs) : null;
  const megapixels = megapixelsOf(valueOf, { pixels, usualScale: usualScaleOf(narrowed) });
  return {
    ...(seconds === undefined ? {} : { seconds }),
    ...(megapixels === undefined ? {} : { megapixels }),
    count: numberIn(valueOf("count")) ?? 1,
    factor: factorOf(pricing.factors, values),
  };
}

const megapixel = 1_048_576;

/**
 * Returns the megapixels of explicit sides, of a named size, or of the input image times its scale. An image
 * of unknown size counts as one megapixel.
 */
function megapixelsOf(
  valueOf: (role: string) => unknown,
  { pixels, usualScale = 1 }: { pixels: number | null; usualScale?: number | undefined },
): number | undefined {
  const [width, height] = [numberIn(valueOf("width")), numberIn(valueOf("height"))];
  if (width !== undefined && height !== undefined) return (width * height) / megapixel;
  const size = sizeOf(wordOf(valueOf("size")));
  if (size !== null) return (size.width * size.height) / megapixel;
  const scale = numberIn(valueOf("scale"));
  if (pixels !== null) return (pixels / megapixel) * (scale ?? usualScale) ** 2;
  return scale === undefined ? undefined : scale ** 2;
}

/** Default scale factor of each side. */
function usualScaleOf({ properties = {} }: ModelParameters = {}): number | undefined {
  return numberIn(parameterOf(properties, "scale")?.[1].default);
}

/** Explains the price of an image whose size was measured. */
export function explainSize(
  { measured, parameters: model }: Pricing,
  { parameters, inputs }: { parameters: GenerationParameters; inputs: readonly InputFacts[] },
): string[] {
  const pixels = measured?.megapixels === true ? inputPixels(inputs) : null;
  if (pixels === null || parameters.width !== undefined || parameters.height !== undefined) {
    return [];
  }
  const scale = parameters.scale ?? usualScaleOf(model) ?? 1;
  const millions = Math.round(pixels / 100_000) / 10;
  return [
    scale === 1
      ? `megapixels: the image has ${millions}.`
      : `megapixels: the image has ${millions}, and its sides become ${scale} times as long.`,
  ];
}

/** Reads a number, or the number in a text such as "5s". */
function numberIn(value: unknown): number | undefined {
  const number = Number(/\d+(?:\.\d+)?/.exec(wordOf(value))?.[0]);
  return Number.isNaN(number) ? undefined : number;
}

/** Lists changes of one field that make a job smaller, nearest first. */
function listSmaller(
  pricing: Pricing,
  parameters: GenerationParameters,
  { inputs = [] }: PricedWork,
): GenerationParameters[] {
  const { count, width, height } = parameters;
  // The length of an input cannot be shortened by a parameter.
  const isMeasured = inputLength(pricing.measured?.seconds, inputs) !== null;
  const durationSeconds = isMeasured ? undefined : parameters.durationSeconds;
  const ofRole = (role: string) => parameterOf(pricing.parameters?.properties ?? {}, role)?.[1];
  const scale = parameters.scale ?? usualScaleOf(pricing.parameters);
  return [
    ...numbersBelow(durationSeconds, ofRole("duration")).map((each) => ({ durationSeconds: each })),
    ...numbersBelow(count, ofRole("count")).map((each) => ({ count: each })),
    ...wordsOf(ofRole("resolution")).map((each) => ({ resolution: each })),
    ...numbersBelow(scale, ofRole("scale")).map((each) => ({ scale: each })),
    ...(width === undefined || height === undefined ? [] : smallerSizes({ width, height })),
    ...Object.entries(pricing.factors ?? {}).flatMap(([name, byValue]) =>
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

function clamp(credits: number): number {
  return Math.min(Math.max(credits, creditsMin), creditsMax);
}

/** Whole credits for an amount, without an upper limit. */
export function creditsOfUsd(usd: number): number {
  return Math.ceil(roundMicro(usd / creditUsd));
}

/** Removes floating-point error, so that 0.56 / 0.04 does not become fifteen credits. */
function roundMicro(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}

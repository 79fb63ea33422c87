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

/** US dollars of a provider's list price that one credit stands for. */
const creditUsd = 0.04;
/** Bounds of a generation's price in credits. */
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
  /** What a provider bills in whole, such as its own credits: begun ones are paid. */
  readonly stepUsd?: number;
  /** The quantities of the typical job; what is absent does not change the price. */
  readonly typical: {
    readonly seconds?: number;
    readonly megapixels?: number;
    readonly characters?: number;
    readonly count?: number;
  };
  /** The quantities that are those of the inputs, where these are known. */
  readonly measured?: MeasuredQuantities;
  readonly factors?: PriceFactors;
  /** What the model takes: the price is that of what will be sent. */
  readonly parameters?: ModelParameters;
}

/** What a price depends on beside the parameters. */
export interface PricedWork {
  readonly capability?: Capability;
  /** Length of the words to speak. */
  readonly characters?: number;
  readonly inputs?: readonly InputFacts[];
}

/**
 * Credits for one generation: the typical price scaled by the seconds, megapixels, characters and
 * results that will be sent, and by the factors of their values; what is not said counts as typical.
 * Throws `price_over_limit` when a job larger than the typical one would cost more than 30 credits,
 * with the nearest change that fits as `details.fits`; the typical job itself is always sold, at 30
 * credits where the list price is higher.
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
    message: `This would cost ${credits} credits; one generation may cost at most ${creditsMax}.${hint}`,
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

/** In credits, before they are made whole: this job, and the typical one. */
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

/** The provider's list price of what will be sent, in US dollars, whatever of it is sold. */
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
  // A smaller picture is not cheaper: providers round up to the typical size, if not to their steps.
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

/** A begun step is a whole one. */
export function inSteps(usd: number, stepUsd: number | undefined): number {
  return stepUsd === undefined ? usd : Math.ceil(roundMicro(usd / stepUsd)) * stepUsd;
}

interface Quantities {
  readonly seconds?: number;
  readonly megapixels?: number;
  readonly count: number;
  readonly factor: number;
}

/** Of what will be sent, where the model's parameters are known; else of what is asked for. */
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

/** Sides, a size as one word, or the picture times its scale; one that nobody knows has a megapixel. */
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

/** How many times as long sides become where nothing is said. */
function usualScaleOf({ properties = {} }: ModelParameters = {}): number | undefined {
  return numberIn(parameterOf(properties, "scale")?.[1].default);
}

/** Why a picture whose size is known has its price. */
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
      ? `megapixels: the picture has ${millions}.`
      : `megapixels: the picture has ${millions}, and its sides become ${scale} times as long.`,
  ];
}

/** A number, or the one in a word: "5s". */
function numberIn(value: unknown): number | undefined {
  const number = Number(/\d+(?:\.\d+)?/.exec(wordOf(value))?.[0]);
  return Number.isNaN(number) ? undefined : number;
}

/** Changes of one field that make a job smaller, nearest first. */
function listSmaller(
  pricing: Pricing,
  parameters: GenerationParameters,
  { inputs = [] }: PricedWork,
): GenerationParameters[] {
  const { count, width, height } = parameters;
  // What is as long as an input does not get shorter.
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

/** From the largest to the smallest. */
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

/** Whole credits, whatever their number. */
export function creditsOfUsd(usd: number): number {
  return Math.ceil(roundMicro(usd / creditUsd));
}

/** 0.56 / 0.04 must not become fifteen credits for a rounding error. */
function roundMicro(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}

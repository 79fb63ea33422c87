import {
  binaryMegapixel,
  frameFactor,
  inputLength,
  inputMegapixels,
  inputPixels,
  type InputFacts,
} from "#domain/requests/input-facts.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { mapRequest, modelFor, parameterOf } from "#domain/requests/map-request.ts";
import type { ModelParameters } from "#domain/requests/model-parameters.ts";
import { factorOf, wordOf } from "#domain/requests/price-factors.ts";
import { sizeOf } from "#domain/requests/sizes.ts";

import type { PricedWork, Pricing } from "./pricing.ts";

/** Quantities of a job that determine its price. */
export interface Quantities {
  readonly seconds?: number;
  readonly megapixels?: number;
  readonly count: number;
  readonly factor: number;
}

/**
 * Quantities of the mapped request when the model's parameters are known, else of the caller's parameters.
 */
export function quantitiesOf(
  pricing: Pricing,
  parameters: GenerationParameters,
  { capability, inputs = [], results }: PricedWork,
): Quantities {
  if (pricing.parameters === undefined) {
    const { durationSeconds: seconds, width, height, count = 1 } = parameters;
    const isSized = width !== undefined && height !== undefined;
    return {
      ...(seconds === undefined ? {} : { seconds }),
      ...(isSized ? { megapixels: (width * height) / binaryMegapixel } : {}),
      count: results ?? count,
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
  const megapixels = megapixelsOf(valueOf, {
    ofInput: inputMegapixels(measured?.megapixels, inputs),
    usualScale: usualScaleOf(narrowed),
  });
  return {
    ...(seconds === undefined ? {} : { seconds }),
    ...(megapixels === undefined ? {} : { megapixels }),
    count: results ?? numberIn(valueOf("count")) ?? 1,
    factor: factorOf(pricing.factors, values) * frameFactor(measured?.frames, inputs),
  };
}

/**
 * Returns the megapixels of explicit sides, of a named size, or of the input image times its scale. A missing
 * side counts as long as the other; a side of 0 means the size of the input for the provider.
 */
function megapixelsOf(
  valueOf: (role: string) => unknown,
  { ofInput, usualScale = 1 }: { ofInput: number | null; usualScale?: number | undefined },
): number | undefined {
  const [width, height] = [numberIn(valueOf("width")) ?? 0, numberIn(valueOf("height")) ?? 0];
  if (width > 0 || height > 0) return ((width || height) * (height || width)) / binaryMegapixel;
  const size = sizeOf(wordOf(valueOf("size")));
  if (size !== null) return (size.width * size.height) / binaryMegapixel;
  const scale = numberIn(valueOf("scale"));
  if (ofInput !== null) return ofInput * (scale ?? usualScale) ** 2;
  return scale === undefined ? undefined : scale ** 2;
}

/** Default scale factor of each side. */
export function usualScaleOf({ properties = {} }: ModelParameters = {}): number | undefined {
  return numberIn(parameterOf(properties, "scale")?.[1].default);
}

/** Explains the price of a result that follows the size of the input image. */
export function explainSize(
  { measured, parameters: model }: Pricing,
  { parameters, inputs }: { parameters: GenerationParameters; inputs: readonly InputFacts[] },
): string[] {
  const pixels = measured?.megapixels === undefined ? null : inputPixels(inputs);
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

/** Explains the price of a result that follows the frame rate of its inputs. */
export function explainFrames(
  { measured }: Pricing,
  { inputs }: { inputs: readonly InputFacts[] },
): string[] {
  const rule = measured?.frames;
  const factor = frameFactor(rule, inputs);
  if (rule === undefined || factor === 1) return [];
  const rate = Math.round(factor * rule.included * 100) / 100;
  return [
    `framesPerSecond: ${rate} are in the price, which includes ${rule.included} at its base rate.`,
  ];
}

/** Reads a number, or the number in a text such as "5s". */
export function numberIn(value: unknown): number | undefined {
  const number = Number(/\d+(?:\.\d+)?/.exec(wordOf(value))?.[0]);
  return Number.isNaN(number) ? undefined : number;
}

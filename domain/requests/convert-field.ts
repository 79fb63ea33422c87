import type { GenerationParameters } from "./intent.ts";
import type { ModelParameter } from "./model-parameters.ts";
import { linesOf, sizeFor, sizeOf, type Size } from "./sizes.ts";

/** Requested value of one parameter, before it is fitted to the parameter's allowed values. */
export type Conversion =
  | { readonly number: number }
  | { readonly words: readonly string[] }
  | { readonly ratio: number; readonly word: string }
  /** `shape`: only the shape was requested, so any area is acceptable. */
  | { readonly size: Size; readonly shape: boolean }
  | { readonly lines: number; readonly word: string }
  | { readonly voice: NonNullable<GenerationParameters["voice"]> };

/** The usual area of an image: one megapixel. */
const usualPixels = 1_048_576;
/** Step that every model with pixel sizes accepts. */
const pixelStep = 32;

/** Converts the request's fields to a value for a parameter of this role. Undefined: the request has none. */
export function convertField(
  parameter: ModelParameter,
  parameters: GenerationParameters,
): Conversion | undefined {
  switch (parameter["x-role"] ?? "none") {
    case "aspectRatio":
      return ratioOf(parameters);
    case "size":
      return sizeWanted(parameters);
    case "width":
      return asNumber(wantedSize(parameters)?.width);
    case "height":
      return asNumber(wantedSize(parameters)?.height);
    case "resolution":
      return resolutionOf(parameters);
    case "duration":
      return asNumber(parameters.durationSeconds);
    case "fps":
      return asNumber(parameters.fps);
    case "count":
      return asNumber(parameters.count);
    case "speed":
      return asNumber(parameters.speed);
    case "scale":
      return asNumber(parameters.scale);
    case "strength":
      return asNumber(parameters.strength);
    case "seed":
      return asNumber(parameters.seed);
    case "style":
      return asWords(parameters.style);
    case "language":
      return asWords(parameters.language, parameters.language?.split("-")[0]);
    case "format":
      return asWords(parameters.format);
    case "negativePrompt":
      return asWords(parameters.negativePrompt);
    case "voice":
      return parameters.voice === undefined ? undefined : { voice: parameters.voice };
    default:
      return undefined;
  }
}

function asNumber(number: number | undefined): Conversion | undefined {
  return number === undefined ? undefined : { number };
}

function asWords(...words: (string | undefined)[]): Conversion | undefined {
  const said = words.filter((word) => word !== undefined);
  return said.length === 0 ? undefined : { words: said };
}

function sizeWanted(parameters: GenerationParameters): Conversion | undefined {
  const size = wantedSize(parameters);
  const { width, height, resolution } = parameters;
  const shape = width === undefined && height === undefined && resolution === undefined;
  return size === undefined ? undefined : { size, shape };
}

function ratioOf({ aspectRatio, width, height }: GenerationParameters): Conversion | undefined {
  const size = aspectRatio === undefined ? null : sizeOf(aspectRatio);
  if (size !== null && aspectRatio !== undefined) {
    return { ratio: size.width / size.height, word: aspectRatio };
  }
  if (width === undefined || height === undefined) return undefined;
  const divisor = greatestDivisor(width, height);
  return { ratio: width / height, word: `${width / divisor}:${height / divisor}` };
}

function greatestDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestDivisor(right, left % right);
}

/**
 * Returns the requested size in pixels, or a size of the requested shape; a single side alone means a square.
 */
export function wantedSize(parameters: GenerationParameters): Size | undefined {
  const { width, height, aspectRatio, resolution } = parameters;
  const shape = aspectRatio === undefined ? null : sizeOf(aspectRatio);
  const ratio = shape === null ? 1 : shape.width / shape.height;
  if (width !== undefined || height !== undefined) {
    return {
      width: width ?? Math.round((height ?? 0) * ratio),
      height: height ?? Math.round((width ?? 0) / ratio),
    };
  }
  const literal = resolution === undefined ? null : sizeOf(resolution);
  if (literal !== null) return literal;
  const lines = resolution === undefined ? null : linesOf(resolution);
  if (shape === null && lines === null) return undefined;
  // The number of lines is the length of the shorter side.
  const pixels = lines === null ? usualPixels : lines * lines * Math.max(ratio, 1 / ratio);
  return sizeFor(ratio, { pixels, step: pixelStep });
}

function resolutionOf({ resolution, width, height }: GenerationParameters): Conversion | undefined {
  if (resolution !== undefined) {
    const size = sizeOf(resolution);
    const lines = size === null ? linesOf(resolution) : Math.min(size.width, size.height);
    // An unknown resolution is compared as text.
    return { word: resolution, lines: lines ?? 1 };
  }
  const sides = [width, height].filter((side) => side !== undefined);
  if (sides.length === 0) return undefined;
  const lines = Math.min(...sides);
  return { word: `${lines}p`, lines };
}

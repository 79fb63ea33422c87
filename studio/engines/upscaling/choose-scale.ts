import type { GenerationParameters } from "#studio/engine.ts";
import { chooseSize } from "#studio/engines/picture-size.ts";

export const scaleMin = 1;
export const scaleMax = 4;
const scaleDefault = 2;

/**
 * Chooses a factor from 1 to 4: the requested scale, else the factor that reaches the requested
 * width, height or resolution, else 2.
 */
export function chooseScale(
  parameters: GenerationParameters,
  source: { readonly width: number; readonly height: number },
): number {
  if (parameters.scale !== undefined) return clamp(parameters.scale);
  const { width, height, resolution } = parameters;
  if (width === undefined && height === undefined && resolution === undefined) return scaleDefault;

  // With both edges given, the image fits into them without cropping.
  if (width !== undefined && height !== undefined) {
    return clamp(Math.min(width / source.width, height / source.height));
  }
  const target = chooseSize(parameters, {
    edgeMin: 1,
    edgeMax: 16_384,
    shortEdge: Math.min(source.width, source.height) * scaleDefault,
    aspectRatio: source.width / source.height,
  });
  return clamp(target.width / source.width);
}

function clamp(scale: number): number {
  return Math.min(scaleMax, Math.max(scaleMin, scale));
}

import { boxBlur, luminance } from "#studio/engines/filters/smooth.ts";
import type { Raster } from "#studio/engines/raster.ts";

/** Reach of the filter as a share of the longer edge: about two pixels of the network's mask. */
const reachShare = 1 / 160;
/** Variance of the light, 0–1, below which an area counts as flat. */
const flatness = 1e-4;
/** Opacities outside of this range become transparent or opaque. */
const softMin = 0.12;
const softMax = 0.88;

/**
 * Moves the border of an enlarged mask to the edges of the image, with a guided filter: within its reach,
 * the mask becomes a linear function of the light.
 */
export function followEdges(mask: Uint8Array, { rgb, width, height }: Raster): Uint8Array {
  const reach = Math.max(2, Math.round(Math.max(width, height) * reachShare));
  const mean = (plane: Float32Array) => boxBlur(plane, width, height, reach);
  const light = luminance(rgb).map((value) => value / 255);
  const opacity = new Float32Array(mask).map((value) => value / 255);
  const lightMean = mean(light);
  const opacityMean = mean(opacity);
  const product = mean(light.map((value, index) => value * (opacity[index] ?? 0)));
  const square = mean(light.map((value) => value * value));
  const slopes = new Float32Array(light.length);
  const offsets = new Float32Array(light.length);
  for (let index = 0; index < light.length; index += 1) {
    const [middle, opaque] = [lightMean[index] ?? 0, opacityMean[index] ?? 0];
    const variance = (square[index] ?? 0) - middle * middle;
    const slope = ((product[index] ?? 0) - middle * opaque) / (variance + flatness);
    slopes[index] = slope;
    offsets[index] = opaque - slope * middle;
  }
  const slopeMean = mean(slopes);
  const offsetMean = mean(offsets);
  const guided = light.map((value, index) => {
    const opaque = (slopeMean[index] ?? 0) * value + (offsetMean[index] ?? 0);
    return 255 * Math.min(1, Math.max(0, (opaque - softMin) / (softMax - softMin)));
  });
  return new Uint8Array(guided);
}

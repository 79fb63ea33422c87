import type { Raster } from "#studio/engines/raster.ts";

const rounds = 12;
const sigma = 1.3;

/**
 * Sharpens the luma by Richardson–Lucy deconvolution of a slight Gaussian blur, and scales the colours with
 * it. `onRound` reports the share of work and may throw to stop.
 */
export function deconvolve(raster: Raster, onRound: (share: number) => void): Raster {
  const { width, height, rgb } = raster;
  const pixels = width * height;
  const luma = new Float32Array(pixels);
  for (let index = 0; index < pixels; index += 1) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(index * 3, index * 3 + 3);
    luma[index] = 1 + red * 0.299 + green * 0.587 + blue * 0.114;
  }
  const estimate = luma.slice();
  const blurred = new Float32Array(pixels);
  const rows = new Float32Array(pixels);
  for (let round = 0; round < rounds; round += 1) {
    onRound(round / rounds);
    blur(estimate, { rows, out: blurred, width, height });
    for (let index = 0; index < pixels; index += 1) {
      blurred[index] = (luma[index] ?? 0) / Math.max(0.01, blurred[index] ?? 0);
    }
    blur(blurred, { rows, out: blurred, width, height });
    for (let index = 0; index < pixels; index += 1) {
      estimate[index] = Math.min(256, (estimate[index] ?? 0) * (blurred[index] ?? 1));
    }
  }
  const sharp = rgb.map((value, index) => {
    const pixel = Math.floor(index / 3);
    const difference = (estimate[pixel] ?? 0) - (luma[pixel] ?? 0);
    return Math.max(0, Math.min(255, Math.round(value + difference)));
  });
  return { ...raster, rgb: sharp };
}

const reach = Math.ceil(sigma * 3);
const weights = Array.from({ length: reach * 2 + 1 }, (_, index) =>
  Math.exp(-((index - reach) ** 2) / (2 * sigma * sigma)),
);
const total = weights.reduce((sum, weight) => sum + weight, 0);
const kernel = Float32Array.from(weights, (weight) => weight / total);

interface Planes {
  readonly rows: Float32Array;
  readonly out: Float32Array;
  readonly width: number;
  readonly height: number;
}

function blur(source: Float32Array, { rows, out, width, height }: Planes): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let step = -reach; step <= reach; step += 1) {
        const column = Math.max(0, Math.min(width - 1, x + step));
        sum += (source[y * width + column] ?? 0) * (kernel[step + reach] ?? 0);
      }
      rows[y * width + x] = sum;
    }
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let step = -reach; step <= reach; step += 1) {
        const row = Math.max(0, Math.min(height - 1, y + step));
        sum += (rows[row * width + x] ?? 0) * (kernel[step + reach] ?? 0);
      }
      out[y * width + x] = sum;
    }
  }
}

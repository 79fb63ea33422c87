import type { Raster } from "#studio/engines/raster.ts";

const rounds = 12;
const sigma = 1.3;

/** Rows that are sharpened at a time, which bounds the memory of large images. */
const bandRows = 1024;

/**
 * Sharpens the luma by Richardson–Lucy deconvolution of a slight Gaussian blur, and scales the colours with
 * it. `onRound` reports the share of work and may throw to stop.
 */
export function deconvolve(raster: Raster, onRound: (share: number) => void): Raster {
  const { width, height, rgb } = raster;
  const sharp = new Uint8Array(rgb.length);
  // A pixel depends on rows up to this distance, so bands with this margin give the pixels of the whole image.
  const margin = reach * 2 * rounds;
  for (let top = 0; top < height; top += bandRows) {
    const bottom = Math.min(height, top + bandRows);
    const [from, to] = [Math.max(0, top - margin), Math.min(height, bottom + margin)];
    const luma = lumaOf(rgb.subarray(from * width * 3, to * width * 3));
    const estimate = estimateSharp(luma, width, (share) => {
      onRound((top + share * (bottom - top)) / height);
    });
    for (let pixel = top * width; pixel < bottom * width; pixel += 1) {
      const inBand = pixel - from * width;
      const difference = (estimate[inBand] ?? 0) - (luma[inBand] ?? 0);
      for (let index = pixel * 3; index < pixel * 3 + 3; index += 1) {
        sharp[index] = Math.max(0, Math.min(255, Math.round((rgb[index] ?? 0) + difference)));
      }
    }
  }
  return { ...raster, rgb: sharp };
}

function lumaOf(rgb: Uint8Array): Float32Array {
  return new Float32Array(rgb.length / 3).map((_, pixel) => {
    const index = pixel * 3;
    const [red, green, blue] = [rgb[index] ?? 0, rgb[index + 1] ?? 0, rgb[index + 2] ?? 0];
    return 1 + red * 0.299 + green * 0.587 + blue * 0.114;
  });
}

function estimateSharp(
  luma: Float32Array,
  width: number,
  onRound: (share: number) => void,
): Float32Array {
  const height = luma.length / width;
  const estimate = luma.slice();
  const blurred = new Float32Array(luma.length);
  const rows = new Float32Array(luma.length);
  for (let round = 0; round < rounds; round += 1) {
    onRound(round / rounds);
    blur(estimate, { rows, out: blurred, width, height });
    for (let index = 0; index < luma.length; index += 1) {
      blurred[index] = (luma[index] ?? 0) / Math.max(0.01, blurred[index] ?? 0);
    }
    blur(blurred, { rows, out: blurred, width, height });
    for (let index = 0; index < luma.length; index += 1) {
      estimate[index] = Math.min(256, (estimate[index] ?? 0) * (blurred[index] ?? 1));
    }
  }
  return estimate;
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

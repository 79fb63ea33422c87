import type { Raster } from "#studio/engines/raster.ts";
import { measure } from "#studio/engines/repair/measure.ts";

/** Light and sharpness of an image. Levels of luma are fractions of 1. */
export interface Quality {
  readonly light: {
    readonly verdict: "very dark" | "dark" | "normal" | "bright" | "overexposed";
    readonly brightness: number;
    /** Difference between the brightest and the darkest half percent of the pixels. */
    readonly contrast: number;
    /** Fractions of pixels that are black or white without detail. */
    readonly crushedShadows: number;
    readonly burntHighlights: number;
  };
  readonly sharpness: {
    readonly verdict: "sharp" | "soft" | "blurred" | "without detail";
    /** 0 without, 1 with the strongest blur (Crete et al., 2007). */
    readonly blur: number;
    /** Standard deviation of the noise, in levels of 255. */
    readonly noise: number;
  };
}

const blurredMin = 0.52;
const softMin = 0.4;
/** Noise of this many levels is visible. */
export const noisyMin = 6;

export function measureQuality({ width, height, rgb }: Raster): Quality {
  const luma = toLuma(rgb);
  const measures = measure(rgb, width, height);
  const brightness = luma.reduce((sum, value) => sum + value, 0) / luma.length / 255;
  const share = (matches: (value: number) => boolean) =>
    luma.reduce((sum, value) => sum + (matches(value) ? 1 : 0), 0) / luma.length;
  const contrast = (measures.white - measures.black) / 255;
  const burntHighlights = share((value) => value >= 253);
  const blur = Math.max(
    measureBlur(luma, width, height),
    measureBlur(turn(luma, width, height), height, width),
  );
  return {
    light: {
      verdict: nameLight(brightness, measures.median / 255, burntHighlights),
      brightness: round(brightness),
      contrast: round(contrast),
      crushedShadows: round(share((value) => value <= 3)),
      burntHighlights: round(burntHighlights),
    },
    sharpness: {
      verdict:
        contrast < 0.05
          ? "without detail"
          : blur >= blurredMin
            ? "blurred"
            : blur >= softMin
              ? "soft"
              : "sharp",
      blur: round(blur),
      noise: round(measures.noise),
    },
  };
}

function nameLight(brightness: number, median: number, burnt: number): Quality["light"]["verdict"] {
  if (brightness < 0.12) return "very dark";
  if (brightness < 0.28 || median < 0.16) return "dark";
  if (burnt > 0.35 && brightness > 0.8) return "overexposed";
  return brightness > 0.72 ? "bright" : "normal";
}

function toLuma(rgb: Uint8Array): Uint8Array {
  return new Uint8Array(rgb.length / 3).map((_, index) =>
    Math.round(
      (rgb[index * 3] ?? 0) * 0.299 +
        (rgb[index * 3 + 1] ?? 0) * 0.587 +
        (rgb[index * 3 + 2] ?? 0) * 0.114,
    ),
  );
}

function turn(luma: Uint8Array, width: number, height: number): Uint8Array {
  const turned = new Uint8Array(luma.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) turned[x * height + y] = luma[y * width + x] ?? 0;
  }
  return turned;
}

/** Radius of the filter that blurs an image again: a sharp image loses much, a blurred one little. */
const radius = 4;

/** The blur effect along the rows: the share of the variation that a second blur leaves. */
function measureBlur(luma: Uint8Array, width: number, height: number): number {
  let variation = 0;
  let lost = 0;
  for (let y = 0; y < height; y += 1) {
    const at = (x: number) => luma[y * width + Math.min(width - 1, Math.max(0, x))] ?? 0;
    let sum = 0;
    for (let x = -radius; x <= radius; x += 1) sum += at(x);
    for (let x = 1; x < width; x += 1) {
      const before = sum;
      sum += at(x + radius) - at(x - radius - 1);
      const original = Math.abs(at(x) - at(x - 1));
      const blurred = Math.abs(sum - before) / (2 * radius + 1);
      variation += original;
      lost += Math.max(0, original - blurred);
    }
  }
  return variation === 0 ? 1 : (variation - lost) / variation;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

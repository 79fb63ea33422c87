import { borderOf, findCutOut, keepRegions } from "#studio/engines/cut-out.ts";
import type { Raster } from "#studio/engines/raster.ts";
import { resizePixels } from "#studio/engines/upscaling/match-source.ts";

/** A rectangle in pixels of the upright image. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Composition {
  /** Null when nothing stands out from its surroundings. */
  readonly subject: {
    readonly box: Box;
    /** Such as `upper left` or `centre`. */
    readonly position: string;
    /** Fraction of the image that the subject covers. */
    readonly share: number;
    readonly foundBy: "transparency" | "plain background" | "contrast";
    readonly isOnThird: boolean;
  } | null;
  /** Likeness of the left half and the mirrored right half, from 0 to 1. */
  readonly symmetry: number;
}

const gridEdge = 128;
/** A subject by contrast is one region; it covers between these fractions of the image. */
const shareLimits = [0.01, 0.6] as const;
/** Distance to a crossing of the thirds, as a fraction of the edges. */
const thirdReach = 0.06;

/**
 * Finds the subject on a coarse grid: by transparency, by a plain background, else by contrast with the
 * border. `size` is that of the image from which the raster was made.
 */
export async function findComposition(raster: Raster, size: Size): Promise<Composition> {
  const grid = await shrink(raster);
  const cutOut = findCutOut(grid);
  const mask = cutOut?.mask ?? findContrast(grid);
  return {
    subject: mask && describeSubject(mask, grid, size, cutOut?.basis ?? "contrast"),
    symmetry: measureSymmetry(grid),
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

async function shrink({ width, height, rgb, alpha }: Raster): Promise<Raster> {
  const scale = Math.min(1, gridEdge / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const from = { width, height };
  return {
    ...size,
    rgb: await resizePixels(rgb, 3, from, size, "cubic"),
    alpha: alpha && (await resizePixels(alpha, 1, from, size, "cubic")),
  };
}

function describeSubject(
  mask: Uint8Array,
  { width, height }: Raster,
  full: Size,
  foundBy: "transparency" | "plain background" | "contrast",
): NonNullable<Composition["subject"]> {
  const inside = Array.from(mask.keys()).filter((pixel) => mask[pixel] === 255);
  const columns = inside.map((pixel) => pixel % width);
  const rows = inside.map((pixel) => Math.floor(pixel / width));
  const [left, right] = [Math.min(...columns), Math.max(...columns) + 1];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows) + 1];
  const center = { x: mean(columns) / width, y: mean(rows) / height };
  const scale = { x: full.width / width, y: full.height / height };
  return {
    box: {
      x: Math.round(left * scale.x),
      y: Math.round(top * scale.y),
      width: Math.round((right - left) * scale.x),
      height: Math.round((bottom - top) * scale.y),
    },
    position: namePosition(center.x, center.y),
    share: Math.round((inside.length / mask.length) * 1000) / 1000,
    foundBy,
    isOnThird: [center.x, center.y].every(
      (value) => Math.min(Math.abs(value - 1 / 3), Math.abs(value - 2 / 3)) < thirdReach,
    ),
  };
}

function namePosition(x: number, y: number): string {
  const across = x < 0.4 ? "left" : x > 0.6 ? "right" : "";
  const down = y < 0.4 ? "upper" : y > 0.6 ? "lower" : "";
  if (across === "" && down === "") return "centre";
  if (across === "") return `${down} centre`;
  return down === "" ? across : `${down} ${across}`;
}

/** The largest region whose colours are rare at the border; null when none stands out. */
function findContrast(grid: Raster): Uint8Array | null {
  const { width, height } = grid;
  const rarity = measureRarity(grid);
  const threshold = splitLevels(rarity);
  if (threshold === null) return null;
  const region = keepRegions(
    new Uint8Array(rarity.map((value) => (value > threshold ? 1 : 0))),
    width,
    height,
    1,
  );
  const share = region.reduce((sum, value) => sum + (value === 255 ? 1 : 0), 0) / region.length;
  return share < shareLimits[0] || share > shareLimits[1] ? null : region;
}

/** Distance of each pixel to the most similar colour of its nearest border pixels, and less at the edges. */
function measureRarity({ width, height, rgb }: Raster): Float32Array {
  const border = borderOf(width, height).filter((_, index) => index % 4 === 0);
  return new Float32Array(width * height).map((_, pixel) => {
    let nearest = Infinity;
    for (const other of border) {
      const red = (rgb[pixel * 3] ?? 0) - (rgb[other * 3] ?? 0);
      const green = (rgb[pixel * 3 + 1] ?? 0) - (rgb[other * 3 + 1] ?? 0);
      const blue = (rgb[pixel * 3 + 2] ?? 0) - (rgb[other * 3 + 2] ?? 0);
      nearest = Math.min(nearest, red * red + green * green + blue * blue);
    }
    const x = ((pixel % width) + 0.5) / width - 0.5;
    const y = (Math.floor(pixel / width) + 0.5) / height - 0.5;
    return Math.sqrt(nearest) * Math.exp(-3 * (x * x + y * y));
  });
}

const contrastMin = 22;

/** The level that separates values best into two classes (Otsu, 1979); null for values that are alike. */
function splitLevels(values: Float32Array): number | null {
  const highest = values.reduce((max, value) => Math.max(max, value), 0);
  if (highest < contrastMin) return null;
  const counts = new Float64Array(64);
  for (const value of values) {
    const bin = Math.min(63, Math.floor((value / highest) * 64));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const total = counts.reduce((sum, count, level) => sum + count * level, 0);
  let [best, level, below, belowSum] = [-1, 0, 0, 0];
  for (let split = 0; split < 63; split += 1) {
    below += counts[split] ?? 0;
    belowSum += (counts[split] ?? 0) * split;
    const above = values.length - below;
    if (below === 0 || above === 0) continue;
    const spread = below * above * (belowSum / below - (total - belowSum) / above) ** 2;
    if (spread > best) [best, level] = [spread, split];
  }
  return ((level + 1) / 64) * highest;
}

function measureSymmetry({ width, height, rgb }: Raster): number {
  let difference = 0;
  let contrast = 0;
  const total = rgb.reduce((sum, value) => sum + value, 0) / rgb.length;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const value = rgb[(y * width + x) * 3 + channel] ?? 0;
        const mirrored = rgb[(y * width + width - 1 - x) * 3 + channel] ?? 0;
        difference += Math.abs(value - mirrored);
        contrast += Math.abs(value - total);
      }
    }
  }
  if (contrast === 0) return 1;
  return Math.round(Math.max(0, 1 - difference / (2 * contrast)) * 1000) / 1000;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

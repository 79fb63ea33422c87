import type { Raster } from "#studio/engines/raster.ts";
import { type Rgb, toHsl } from "#studio/engines/scene/color.ts";

export interface ColorShare {
  readonly name: string;
  readonly hex: string;
  /** Fraction of the visible pixels. */
  readonly share: number;
}

const colorsMax = 6;
const shareMin = 0.02;
const samplesMax = 65_536;
const rounds = 8;

/** Finds the main colours by k-means over evenly spaced visible pixels, the most frequent first. */
export function findColors(raster: Raster): ColorShare[] {
  const samples = sample(raster);
  let centers = spreadCenters(samples);
  let sizes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const groups = centers.map(() => ({ red: 0, green: 0, blue: 0, count: 0 }));
    for (const color of samples) {
      const group = groups[nearest(centers, color)];
      if (!group) continue;
      group.red += color[0];
      group.green += color[1];
      group.blue += color[2];
      group.count += 1;
    }
    centers = centers.map((center, index) => {
      const { red = 0, green = 0, blue = 0, count = 0 } = groups[index] ?? {};
      return count === 0 ? center : [red / count, green / count, blue / count];
    });
    sizes = groups.map(({ count }) => count);
  }
  return mergeByName(
    centers.map((color, index) => ({ color, share: (sizes[index] ?? 0) / samples.length })),
  );
}

function sample({ width, height, rgb, alpha }: Raster): Rgb[] {
  const pixels = width * height;
  const step = Math.max(1, Math.ceil(pixels / samplesMax));
  const samples: Rgb[] = [];
  for (let index = 0; index < pixels; index += step) {
    if (alpha && (alpha[index] ?? 0) < 128) continue;
    samples.push([rgb[index * 3] ?? 0, rgb[index * 3 + 1] ?? 0, rgb[index * 3 + 2] ?? 0]);
  }
  return samples;
}

/** Chooses start colours that differ most from each other, so that small accents get a group. */
function spreadCenters(samples: readonly Rgb[]): Rgb[] {
  const candidates = samples.filter((_, index) => index % 16 === 0);
  const centers: Rgb[] = candidates.slice(0, 1);
  while (centers.length < colorsMax * 2 && centers.length < candidates.length) {
    const distances = candidates.map((color) => distance(color, centers[nearest(centers, color)]));
    const farthest = distances.indexOf(Math.max(...distances));
    centers.push(candidates[farthest] ?? [0, 0, 0]);
  }
  return centers;
}

function nearest(centers: readonly Rgb[], color: Rgb): number {
  let best = 0;
  for (let index = 1; index < centers.length; index += 1) {
    if (distance(color, centers[index]) < distance(color, centers[best])) best = index;
  }
  return best;
}

/** Weighted as the eye weighs the channels ("redmean"). */
function distance(color: Rgb, other: Rgb = [0, 0, 0]): number {
  const mean = (color[0] + other[0]) / 2;
  const [red, green, blue] = [color[0] - other[0], color[1] - other[1], color[2] - other[2]];
  return (2 + mean / 256) * red ** 2 + 4 * green ** 2 + (2 + (255 - mean) / 256) * blue ** 2;
}

function mergeByName(found: readonly { color: Rgb; share: number }[]): ColorShare[] {
  const merged = new Map<string, ColorShare>();
  for (const { color, share } of found.toSorted((left, right) => right.share - left.share)) {
    const name = nameColor(color);
    const known = merged.get(name);
    merged.set(name, { name, hex: known?.hex ?? toHex(color), share: share + (known?.share ?? 0) });
  }
  return [...merged.values()]
    .filter(({ share }) => share >= shareMin)
    .toSorted((left, right) => right.share - left.share)
    .slice(0, colorsMax)
    .map((color) => ({ ...color, share: Math.round(color.share * 1000) / 1000 }));
}

function toHex(color: Rgb): string {
  return `#${color.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

/** Upper ends of the hues, in degrees. */
const hues = [
  [14, "red"],
  [42, "orange"],
  [68, "yellow"],
  [162, "green"],
  [195, "turquoise"],
  [255, "blue"],
  [292, "purple"],
  [338, "pink"],
  [361, "red"],
] as const;

function nameColor(color: Rgb): string {
  const [hue, saturation, lightness] = toHsl(color);
  if (lightness < 0.09) return "black";
  if (lightness > 0.94) return "white";
  // Chroma instead of saturation, which is unstable near black and white.
  const chroma = (Math.max(...color) - Math.min(...color)) / 255;
  if (chroma < 0.09 || saturation < 0.1) {
    if (lightness < 0.2) return "black";
    if (lightness > 0.88) return "white";
    return lightness < 0.4 ? "dark grey" : lightness > 0.7 ? "light grey" : "grey";
  }
  const name = hues.find(([end]) => hue < end)?.[1] ?? "red";
  if ((name === "orange" || name === "yellow") && lightness < 0.45 && chroma < 0.7) return "brown";
  if ((name === "orange" || name === "yellow") && lightness > 0.72 && chroma < 0.35) return "beige";
  if (name === "red" && lightness < 0.3) return "dark red";
  if (name === "red" && lightness > 0.7) return "pink";
  if (lightness < 0.25) return `dark ${name}`;
  return lightness > 0.78 ? `light ${name}` : name;
}

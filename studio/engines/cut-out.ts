import { type Raster, rasterShare } from "./raster.ts";

/** Pixels of a subject, and the property of the image that separates them from the rest. */
export interface CutOut {
  /** One byte per pixel: 255 inside the subject, 0 outside. */
  readonly mask: Uint8Array;
  readonly basis: "transparency" | "plain background";
  /** Fraction of the image that the subject covers. */
  readonly share: number;
}

/** An image whose subject covers less or more has no subject, or no background. */
const shareLimits = [0.005, 0.92] as const;
/** Fraction of the border that must have the background's colour. A subject may touch an edge. */
const plainBorderMin = 0.72;
/** Distances in RGB: of a border's usual variation, and of a colour that still counts as background. */
const variationMax = 26;
const toleranceRange = [20, 56] as const;

/** Smaller parts, as a share of the largest part of a subject, are specks. */
const partMin = 0.03;

/** Finds the subject of an image with transparency or a plain background; null for other images. */
export function findCutOut(raster: Raster): CutOut | null {
  if (raster.alpha) {
    return toCutOut(
      raster.alpha.map((alpha) => (alpha > 127 ? 255 : 0)),
      raster,
      "transparency",
    );
  }
  const background = readBackground(raster);
  return background && toCutOut(maskOutside(raster, background), raster, "plain background");
}

function toCutOut(
  inside: Uint8Array,
  { width, height }: Raster,
  basis: CutOut["basis"],
): CutOut | null {
  const mask = keepRegions(inside, width, height, partMin);
  const share = rasterShare(mask, (value) => value === 255);
  return share < shareLimits[0] || share > shareLimits[1] ? null : { mask, basis, share };
}

interface Background {
  readonly color: readonly number[];
  readonly tolerance: number;
}

/** Reads the colour of a plain background from the border; null when the border is not plain. */
function readBackground({ width, height, rgb }: Raster): Background | null {
  const border = borderOf(width, height);
  const color = [0, 1, 2].map((channel) =>
    median(border.map((pixel) => rgb[pixel * 3 + channel] ?? 0)),
  );
  const distances = border
    .map((pixel) => distanceAt(rgb, pixel, color))
    .toSorted((left, right) => left - right);
  const usual = distances[Math.floor(distances.length * plainBorderMin)] ?? Infinity;
  if (usual > variationMax) return null;
  const [low, high] = toleranceRange;
  return { color, tolerance: Math.min(high, Math.max(low, usual * 2.5 + 8)) };
}

/** Marks what the background's colour does not reach from the border. Holes inside a subject are filled. */
function maskOutside({ width, height, rgb }: Raster, { color, tolerance }: Background): Uint8Array {
  const mask = new Uint8Array(width * height).fill(255);
  const isBackground = (pixel: number) => distanceAt(rgb, pixel, color) <= tolerance;
  clearConnected(mask, borderOf(width, height), { width, height, mayClear: isBackground });
  return mask;
}

/** Sets the pixels to 0 that are connected with the starts, through pixels that are not 0 and may be cleared. */
export function clearConnected(
  mask: Uint8Array,
  starts: readonly number[],
  {
    width,
    height,
    mayClear = () => true,
  }: {
    readonly width: number;
    readonly height: number;
    readonly mayClear?: (pixel: number) => boolean;
  },
): void {
  const stack = [...starts];
  for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
    if (mask[pixel] === 0 || !mayClear(pixel)) continue;
    mask[pixel] = 0;
    const x = pixel % width;
    if (x > 0) stack.push(pixel - 1);
    if (x < width - 1) stack.push(pixel + 1);
    if (pixel >= width) stack.push(pixel - width);
    if (pixel < width * (height - 1)) stack.push(pixel + width);
  }
}

/**
 * Keeps the connected regions of at least a share of the largest one: 1 keeps the largest. Non-zero
 * values are inside; the result has 255 and 0.
 */
export function keepRegions(
  inside: Uint8Array,
  width: number,
  height: number,
  shareMin: number,
): Uint8Array {
  const labels = new Int32Array(inside.length).fill(-1);
  const sizes = new Map<number, number>();
  for (let start = 0; start < inside.length; start += 1) {
    if (inside[start] === 0 || labels[start] !== -1) continue;
    let size = 0;
    const stack = [start];
    labels[start] = start;
    const visit = (pixel: number) => {
      if (inside[pixel] === 0 || labels[pixel] !== -1) return;
      labels[pixel] = start;
      stack.push(pixel);
    };
    for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
      size += 1;
      const x = pixel % width;
      if (x > 0) visit(pixel - 1);
      if (x < width - 1) visit(pixel + 1);
      if (pixel >= width) visit(pixel - width);
      if (pixel < width * (height - 1)) visit(pixel + width);
    }
    sizes.set(start, size);
  }
  const sizeMin = shareMin * [...sizes.values()].reduce((max, size) => Math.max(max, size), 1);
  return new Uint8Array(labels.map((label) => ((sizes.get(label) ?? 0) >= sizeMin ? 255 : 0)));
}

/** Indices of the pixels at the four edges. */
export function borderOf(width: number, height: number): number[] {
  const columns = Array.from({ length: width }, (_, x) => x);
  const rows = Array.from({ length: height }, (_, y) => y * width);
  return [
    ...columns,
    ...columns.map((x) => (height - 1) * width + x),
    ...rows,
    ...rows.map((start) => start + width - 1),
  ];
}

function distanceAt(rgb: Uint8Array, pixel: number, color: readonly number[]): number {
  return Math.hypot(
    (rgb[pixel * 3] ?? 0) - (color[0] ?? 0),
    (rgb[pixel * 3 + 1] ?? 0) - (color[1] ?? 0),
    (rgb[pixel * 3 + 2] ?? 0) - (color[2] ?? 0),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

import sharp from "sharp";

import type { Raster } from "#studio/engines/raster.ts";

/** Difference from the surroundings, in levels, that makes a thin line a scratch. */
const differenceMin = 28;
const medianSize = 7;
const lengthMin = 12;
const thicknessMax = 6;

/** Removes bright and dark scratches: thin long marks that differ from the median around them. */
export async function removeScratches(raster: Raster): Promise<Raster> {
  const { width, height, rgb } = raster;
  const around = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .median(medianSize)
    .raw()
    .toBuffer();
  const marked = new Uint8Array(width * height);
  for (let index = 0; index < marked.length; index += 1) {
    const difference = lumaAt(rgb, index) - lumaAt(around, index);
    if (Math.abs(difference) > differenceMin) marked[index] = difference > 0 ? 1 : 2;
  }
  const damaged = widen(keepThin(marked, width, height), width, height);
  return {
    ...raster,
    rgb: rgb.map((value, index) =>
      damaged[Math.floor(index / 3)] ? (around[index] ?? value) : value,
    ),
  };
}

function lumaAt(rgb: Uint8Array, index: number): number {
  return (
    (rgb[index * 3] ?? 0) * 0.299 +
    (rgb[index * 3 + 1] ?? 0) * 0.587 +
    (rgb[index * 3 + 2] ?? 0) * 0.114
  );
}

/** Keeps connected marks that are long and thin; edges of things and texture are neither. */
function keepThin(marked: Uint8Array, width: number, height: number): Uint8Array {
  const kept = new Uint8Array(marked.length);
  const seen = new Uint8Array(marked.length);
  for (let start = 0; start < marked.length; start += 1) {
    const kind = marked[start];
    if (!kind || seen[start]) continue;
    seen[start] = 1;
    const places = [start];
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let next = 0; next < places.length; next += 1) {
      const place = places[next] ?? 0;
      const [x, y] = [place % width, Math.floor(place / width)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const near = row * width + column;
          if (marked[near] !== kind || seen[near]) continue;
          seen[near] = 1;
          places.push(near);
        }
      }
    }
    const length = Math.hypot(right - left + 1, bottom - top + 1);
    if (length < lengthMin || places.length / length > thicknessMax) continue;
    for (const place of places) kept[place] = 1;
  }
  return kept;
}

/** The edge of a scratch is a mixture of both sides. */
function widen(damaged: Uint8Array, width: number, height: number): Uint8Array {
  const wide = damaged.slice();
  for (let index = 0; index < damaged.length; index += 1) {
    if (!damaged[index]) continue;
    const x = index % width;
    if (x > 0) wide[index - 1] = 1;
    if (x < width - 1) wide[index + 1] = 1;
    if (index >= width) wide[index - width] = 1;
    if (index < width * (height - 1)) wide[index + width] = 1;
  }
  return wide;
}

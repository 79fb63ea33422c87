/** Projects a point of the world to image coordinates and a depth that increases with distance. */
export interface Projection {
  readonly perspective: boolean;
  toPicture(x: number, y: number, z: number): readonly [number, number, number];
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Distance of the nearest surface; infinite without one. */
  readonly depths: Float32Array;
}

/**
 * Draws a pixel of a triangle, with the perspective-correct barycentric weights of its three corners. Plain numbers,
 * because it is called for every pixel.
 */
export type DrawPixel = (
  pixel: number,
  triangle: number,
  first: number,
  second: number,
  third: number,
) => void;

export function createFrame(width: number, height: number): Frame {
  return { width, height, depths: new Float32Array(width * height).fill(Infinity) };
}

/** Rasterizes triangles with a depth test. Calls `draw` for each pixel nearer than the previous one. */
export function rasterise(
  positions: Float32Array,
  indices: Uint32Array,
  projection: Projection,
  frame: Frame,
  draw?: DrawPixel,
): void {
  const projected = new Float32Array(positions.length);
  for (let index = 0; index < positions.length; index += 3) {
    const [x, y, z] = [positions[index] ?? 0, positions[index + 1] ?? 0, positions[index + 2] ?? 0];
    projected.set(projection.toPicture(x, y, z), index);
  }
  for (let triangle = 0; triangle < indices.length / 3; triangle += 1) {
    fillTriangle(triangle, indices, projected, projection.perspective, frame, draw);
  }
}

function fillTriangle(
  triangle: number,
  indices: Uint32Array,
  projected: Float32Array,
  perspective: boolean,
  { width, height, depths }: Frame,
  draw: DrawPixel | undefined,
): void {
  // Plain variables instead of arrays: this is the inner loop of every image.
  const a = (indices[triangle * 3] ?? 0) * 3;
  const b = (indices[triangle * 3 + 1] ?? 0) * 3;
  const c = (indices[triangle * 3 + 2] ?? 0) * 3;
  const ax = projected[a] ?? 0;
  const ay = projected[a + 1] ?? 0;
  const az = projected[a + 2] ?? 1;
  const bx = projected[b] ?? 0;
  const by = projected[b + 1] ?? 0;
  const bz = projected[b + 2] ?? 1;
  const cx = projected[c] ?? 0;
  const cy = projected[c + 1] ?? 0;
  const cz = projected[c + 2] ?? 1;
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0 || Number.isNaN(area)) return;
  // In perspective, the reciprocal of the depth is linear across the image; otherwise the depth is.
  const wa = perspective ? 1 / az : 1;
  const wb = perspective ? 1 / bz : 1;
  const wc = perspective ? 1 / cz : 1;
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  // The weights of the corners change evenly along a row.
  const stepA = (by - cy) / area;
  const stepB = (cy - ay) / area;
  const stepC = -stepA - stepB;
  for (let row = top; row <= bottom; row += 1) {
    const y = row + 0.5;
    const x = left + 0.5;
    const startA = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area;
    const startB = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area;
    const start = row * width;
    const startC = 1 - startA - startB;
    const first =
      left + Math.max(0, entersAt(startA, stepA), entersAt(startB, stepB), entersAt(startC, stepC));
    const last = Math.min(
      right,
      left + leavesAt(startA, stepA),
      left + leavesAt(startB, stepB),
      left + leavesAt(startC, stepC),
    );
    let isInside = false;
    for (let column = first; column <= last; column += 1) {
      const u = startA + (column - left) * stepA;
      const v = startB + (column - left) * stepB;
      const w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) {
        // A row crosses a triangle once.
        if (isInside) break;
        continue;
      }
      isInside = true;
      const total = u * wa + v * wb + w * wc;
      const depth = perspective ? 1 / total : u * az + v * bz + w * cz;
      const pixel = start + column;
      if (depth >= (depths[pixel] ?? Infinity)) continue;
      depths[pixel] = depth;
      draw?.(pixel, triangle, (u * wa) / total, (v * wb) / total, (w * wc) / total);
    }
  }
}

/*
 * Most columns around a thin or diagonal triangle are outside. The columns in which a weight is positive follow from its
 * value in the first column and its step; a margin of one column covers rounding.
 */

function entersAt(start: number, step: number): number {
  return step > 0 ? Math.floor(-start / step) - 1 : 0;
}

function leavesAt(start: number, step: number): number {
  return step < 0 ? Math.ceil(-start / step) + 1 : Infinity;
}

/** Blurs a plane with three box filters, which approximate a Gaussian of about `radius`. */
export function blurPlane(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
): Float32Array {
  const reach = Math.max(1, Math.round(radius));
  let current = plane;
  for (let pass = 0; pass < 3; pass += 1) current = boxBlur(current, width, height, reach);
  return current;
}

/** Replaces each value by the mean of the square around it, which extends `reach` pixels to each side. */
export function boxBlur(
  plane: Float32Array,
  width: number,
  height: number,
  reach: number,
): Float32Array {
  const across = boxLines(plane, height, width, width, 1, reach);
  return boxLines(across, width, height, 1, width, reach);
}

/** Computes a sliding mean. `step` separates neighbours of a line, `stride` separates lines. */
function boxLines(
  source: Float32Array,
  lines: number,
  length: number,
  stride: number,
  step: number,
  reach: number,
): Float32Array {
  const target = new Float32Array(source.length);
  const size = reach * 2 + 1;
  for (let line = 0; line < lines; line += 1) {
    const start = line * stride;
    const at = (index: number) => {
      return source[start + Math.min(length - 1, Math.max(0, index)) * step] ?? 0;
    };
    let sum = 0;
    for (let index = -reach; index <= reach; index += 1) sum += at(index);
    for (let index = 0; index < length; index += 1) {
      target[start + index * step] = sum / size;
      sum += at(index + reach + 1) - at(index - reach);
    }
  }
  return target;
}

/** Rec. 709 luminance of an RGB buffer, 0–255. */
export function luminance(rgb: Uint8Array): Float32Array {
  const plane = new Float32Array(rgb.length / 3);
  for (let index = 0; index < plane.length; index += 1) {
    plane[index] =
      0.2126 * (rgb[index * 3] ?? 0) +
      0.7152 * (rgb[index * 3 + 1] ?? 0) +
      0.0722 * (rgb[index * 3 + 2] ?? 0);
  }
  return plane;
}

/**
 * Applies a Kuwahara filter: each pixel becomes the mean of the least varying of the four squares
 * around it. Areas become flat strokes and edges stay sharp.
 */
export function kuwahara(
  rgb: Uint8Array,
  width: number,
  height: number,
  radius: number,
): Uint8Array {
  const light = luminance(rgb);
  const sums = [0, 1, 2].map((channel) =>
    integrate(width, height, (index) => rgb[index * 3 + channel] ?? 0),
  );
  const lightSum = integrate(width, height, (index) => light[index] ?? 0);
  const squareSum = integrate(width, height, (index) => (light[index] ?? 0) ** 2);
  const target = new Uint8Array(rgb.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let calmest = Number.POSITIVE_INFINITY;
      let box: readonly [number, number, number, number] = [x, y, x, y];
      for (let quadrant = 0; quadrant < 4; quadrant += 1) {
        const left = Math.max(0, quadrant % 2 === 0 ? x - radius : x);
        const right = Math.min(width - 1, quadrant % 2 === 0 ? x : x + radius);
        const top = Math.max(0, quadrant < 2 ? y - radius : y);
        const bottom = Math.min(height - 1, quadrant < 2 ? y : y + radius);
        const area = (right - left + 1) * (bottom - top + 1);
        const mean = boxSum(lightSum, width, left, top, right, bottom) / area;
        const variance = boxSum(squareSum, width, left, top, right, bottom) / area - mean * mean;
        if (variance < calmest) {
          calmest = variance;
          box = [left, top, right, bottom];
        }
      }
      const [left, top, right, bottom] = box;
      const area = (right - left + 1) * (bottom - top + 1);
      const index = (y * width + x) * 3;
      for (const [channel, sum] of sums.entries()) {
        target[index + channel] = boxSum(sum, width, left, top, right, bottom) / area;
      }
    }
  }
  return target;
}

/** Computes a summed-area table with a leading row and column of zeros. */
function integrate(
  width: number,
  height: number,
  valueAt: (index: number) => number,
): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += valueAt(y * width + x);
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return sums;
}

function boxSum(
  sums: Float64Array,
  width: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  const pitch = width + 1;
  return (
    (sums[(bottom + 1) * pitch + right + 1] ?? 0) -
    (sums[top * pitch + right + 1] ?? 0) -
    (sums[(bottom + 1) * pitch + left] ?? 0) +
    (sums[top * pitch + left] ?? 0)
  );
}

/** Generates smooth noise from 0 to 1, for paper, canvas and bleeding paint. Scale in pixels. */
export function valueNoise(
  width: number,
  height: number,
  scale: number,
  seed: number,
): Float32Array {
  const plane = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      plane[y * width + x] = noiseAt(x / scale, y / scale, seed);
    }
  }
  return plane;
}

/** Noise of strokes side by side: each `pitch` pixels wide and ten times as long, at an angle in radians. */
export function strokeNoise(
  width: number,
  height: number,
  { pitch, angle, seed }: { pitch: number; angle: number; seed: number },
): Float32Array {
  const plane = new Float32Array(width * height);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const along = (x * cosine + y * sine) / (pitch * 10);
      const across = (y * cosine - x * sine) / pitch;
      plane[y * width + x] = noiseAt(along, across, seed);
    }
  }
  return plane;
}

/** Noise of 0 to 1 that is random at whole numbers and smooth in between. */
function noiseAt(x: number, y: number, seed: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const across = smoothStep(x - column);
  const down = smoothStep(y - row);
  const top = randomAt(column, row, seed) * (1 - across) + randomAt(column + 1, row, seed) * across;
  const bottom =
    randomAt(column, row + 1, seed) * (1 - across) + randomAt(column + 1, row + 1, seed) * across;
  return top * (1 - down) + bottom * down;
}

function randomAt(column: number, row: number, seed: number): number {
  let hash = Math.imul(column, 0x27d4eb2d) ^ Math.imul(row, 0x165667b1) ^ seed;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 0x1_0000_0000;
}

function smoothStep(share: number): number {
  return share * share * (3 - 2 * share);
}

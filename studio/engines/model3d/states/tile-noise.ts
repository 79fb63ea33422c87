import { createRandom, hashText } from "#studio/engines/scene/random.ts";

/**
 * Patterns on a square tile whose opposite edges fit together. `u` and `v` are from 0 to 1; each pattern
 * repeats at whole numbers.
 */

/** Returns a number from 0 to 1 for a cell of a tile; the same cell has the same number. */
export function cellValue(column: number, row: number, salt: string): number {
  return createRandom(hashText(`${salt} ${column} ${row}`)).next();
}

/** A lattice of random numbers, computed once, because a tile reads each of them many times. */
function latticeOf(cells: number, salt: string): Float32Array {
  const key = `${cells} ${salt}`;
  const known = lattices.get(key);
  if (known) return known;
  const random = createRandom(hashText(key));
  const values = Float32Array.from({ length: cells * cells }, () => random.next());
  lattices.set(key, values);
  return values;
}
const lattices = new Map<string, Float32Array>();

/** Smooth noise from 0 to 1 with `cells` random values along each edge of the tile. */
export function smoothNoise(u: number, v: number, cells: number, salt: string): number {
  const values = latticeOf(cells, salt);
  const [x, y] = [wrap(u) * cells, wrap(v) * cells];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [ease(x - left), ease(y - top)];
  const at = (column: number, row: number) => values[(row % cells) * cells + (column % cells)] ?? 0;
  const high = at(left, top) * (1 - across) + at(left + 1, top) * across;
  const low = at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across;
  return high * (1 - down) + low * down;
}

/** Noise of four sizes, from 0 to 1 with most values near 0.5: blotches with ragged edges. */
export function blotches(u: number, v: number, cells: number, salt: string): number {
  let sum = 0;
  let share = 0.5;
  for (let size = cells, octave = 0; octave < 4; octave += 1, size *= 2, share /= 2) {
    sum += smoothNoise(u, v, size, `${salt}${octave}`) * share;
  }
  return sum / 0.9375;
}

interface Spot {
  /** Distance to the nearest point in cells, and how much farther the second one is. */
  readonly distance: number;
  readonly gap: number;
  /** Random number from 0 to 1 of the nearest point. */
  readonly value: number;
}

/** Finds the nearest of random points, one in each of `cells` × `cells` cells. */
export function nearestSpot(u: number, v: number, cells: number, salt: string): Spot {
  const [xs, ys] = [latticeOf(cells, `${salt}x`), latticeOf(cells, `${salt}y`)];
  const values = latticeOf(cells, `${salt}value`);
  const [x, y] = [wrap(u) * cells, wrap(v) * cells];
  const [column, row] = [Math.floor(x), Math.floor(y)];
  let [nearest, second, value] = [Infinity, Infinity, 0];
  for (let dy = -1; dy <= 1; dy += 1) {
    for (let dx = -1; dx <= 1; dx += 1) {
      const place = ((row + dy + cells) % cells) * cells + ((column + dx + cells) % cells);
      const distance = Math.hypot(
        column + dx + (xs[place] ?? 0) - x,
        row + dy + (ys[place] ?? 0) - y,
      );
      if (distance < nearest) {
        [nearest, second, value] = [distance, nearest, values[place] ?? 0];
      } else if (distance < second) {
        second = distance;
      }
    }
  }
  return { distance: nearest, gap: second - nearest, value };
}

export function wrap(value: number): number {
  return value - Math.floor(value);
}

/** Rises smoothly from 0 below `low` to 1 above `high`. */
export function rise(low: number, high: number, value: number): number {
  return ease(Math.min(1, Math.max(0, (value - low) / (high - low))));
}

function ease(share: number): number {
  return share * share * (3 - 2 * share);
}

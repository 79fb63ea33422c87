import { setImmediate } from "node:timers/promises";

import { type Random, createRandom } from "#studio/engines/scene/random.ts";

import { type Level, buildLevels } from "./levels.ts";
import { patchReach, patchSize } from "./patch.ts";

/** Rounds of searching and voting for each level, the largest level with the fewest. */
const roundsMax = 32;
const roundsMin = 2;
/** Patches of a level that are searched; above, the matches of the smaller level are enlarged. */
const searchedMax = 120_000;
/** Rows between two checks of a cancellation. */
const rowsPerPause = 64;
/** A patch counts less with each pixel that it lies away from the edge of the hole. */
const confidenceFall = 1.15;
const depthMax = 100;
/** Difference of a patch that lies a whole height away; a tenth of the height is a mean difference of six per channel. */
const riseCost = 500_000;

export interface FillOptions {
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/** For each patch that touches the hole: index of the most similar patch outside of it, and their difference. */
interface Matches {
  readonly sources: Int32Array;
  readonly differences: Float32Array;
}

/**
 * Fills a hole with the texture around it: PatchMatch (Barnes et al. 2009) finds for each patch of the hole the
 * most similar patch outside, and the found patches vote for each pixel (Wexler et al. 2007), from a small copy
 * of the image to its full size. Returns null when too little of the image is left to copy from.
 */
export async function fillHole(
  rgb: Uint8Array,
  hole: Uint8Array,
  { width, height }: { width: number; height: number },
  { seed, signal, onProgress }: FillOptions,
): Promise<Uint8Array | null> {
  const levels = buildLevels(rgb, hole, width, height);
  if (levels.length === 0) return null;
  const random = createRandom(seed);
  const pause = async () => {
    await setImmediate();
    signal.throwIfAborted();
  };
  let smaller: { level: Level; matches: Matches } | null = null;
  for (const [index, level] of levels.entries()) {
    const matches = startMatches(level, smaller, random.fork(`start ${index}`));
    if (smaller) await vote(level, matches, pause);
    if (level.targets.length <= searchedMax || smaller === null) {
      const rounds = Math.max(roundsMin, roundsMax >> index);
      for (let round = 0; round < rounds; round += 1) {
        measureAll(level, matches);
        await search(level, matches, round % 2 === 0, random.fork(`${index} ${round}`), pause);
        await vote(level, matches, pause);
        onProgress((index + (round + 1) / rounds) / levels.length);
      }
    }
    smaller = { level, matches };
  }
  return new Uint8Array(levels.at(-1)?.pixels.map(Math.round) ?? []);
}

/** Starts at random places, or at those that the matches of a level of half the size point to. */
function startMatches(
  level: Level,
  smaller: { level: Level; matches: Matches } | null,
  random: Random,
): Matches {
  const { width, height, targets, sourceList, isSource } = level;
  const sources = new Int32Array(width * height);
  const differences = new Float32Array(width * height);
  for (const target of targets) {
    let source = -1;
    if (smaller) {
      const { width: small, height: low } = smaller.level;
      const x = Math.min(small - 1 - patchReach, Math.max(patchReach, (target % width) >> 1));
      const y = Math.min(
        low - 1 - patchReach,
        Math.max(patchReach, Math.floor(target / width) >> 1),
      );
      const found = smaller.matches.sources[y * small + x] ?? 0;
      const column = (found % small) * 2 + ((target % width) & 1);
      const row = Math.floor(found / small) * 2 + (Math.floor(target / width) & 1);
      if (found > 0 && column < width && row < height && isSource[row * width + column]) {
        source = row * width + column;
      }
    }
    sources[target] =
      source < 0 ? (sourceList[random.whole(0, sourceList.length - 1)] ?? 0) : source;
  }
  return { sources, differences };
}

function measureAll(level: Level, { sources, differences }: Matches): void {
  for (const target of level.targets) {
    differences[target] = compare(level, target, sources[target] ?? 0, Number.POSITIVE_INFINITY);
  }
}

/** Takes over matches of neighbours and tries random places, ever closer to the best one. */
async function search(
  level: Level,
  { sources, differences }: Matches,
  isForward: boolean,
  random: Random,
  pause: () => Promise<void>,
): Promise<void> {
  const { width, height, targets, isTarget, isSource } = level;
  const step = isForward ? -1 : 1;
  const count = targets.length;
  let row = -1;
  let rows = 0;
  for (let position = 0; position < count; position += 1) {
    const target = targets[isForward ? position : count - 1 - position] ?? 0;
    const x = target % width;
    const y = (target - x) / width;
    if (y !== row) {
      row = y;
      rows += 1;
      if (rows % rowsPerPause === 0) await pause();
    }
    let best = sources[target] ?? 0;
    let least = differences[target] ?? 0;
    const consider = (candidate: number) => {
      if (!isSource[candidate] || candidate === best) return;
      const measured = compare(level, target, candidate, least);
      if (measured >= least) return;
      best = candidate;
      least = measured;
    };
    for (const offset of [step, step * width]) {
      if (isTarget[target + offset]) consider((sources[target + offset] ?? 0) - offset);
    }
    for (let reach = Math.max(width, height); reach >= 1; reach /= 2) {
      const column = (best % width) + Math.round(random.between(-reach, reach));
      const line = Math.floor(best / width) + Math.round(random.between(-reach, reach));
      if (column < 0 || line < 0 || column >= width || line >= height) continue;
      consider(line * width + column);
    }
    sources[target] = best;
    differences[target] = least;
  }
}

/**
 * Sum of squared differences of two patches, more for a patch of another height, because most images are layered: sky
 * above ground. Stops early above `limit`.
 */
function compare(
  { pixels, width, height }: Level,
  one: number,
  other: number,
  limit: number,
): number {
  const rise = (Math.floor(one / width) - Math.floor(other / width)) / height;
  let sum = rise * rise * riseCost;
  const corner = -patchReach * width - patchReach;
  for (let row = 0; row < patchSize; row += 1) {
    let left = (one + corner + row * width) * 3;
    let right = (other + corner + row * width) * 3;
    for (const end = left + patchSize * 3; left < end; left += 1, right += 1) {
      const gap = pixels[left]! - pixels[right]!;
      sum += gap * gap;
    }
    if (sum > limit) return sum;
  }
  return sum;
}

/** Sets each pixel of the hole to the weighted mean of what the matches of all patches over it propose. */
async function vote(
  level: Level,
  { sources, differences }: Matches,
  pause: () => Promise<void>,
): Promise<void> {
  const { width, height, pixels, holeList, depths, targets } = level;
  let total = 0;
  for (const target of targets) total += differences[target] ?? 0;
  const typical = Math.max(1, total / targets.length);
  const weights = new Float32Array(width * height);
  for (const target of targets) {
    const likeness = Math.exp(-(differences[target] ?? 0) / typical) + 1e-6;
    weights[target] = likeness * confidenceFall ** -Math.min(depthMax, depths[target] ?? 0);
  }
  const next = new Float32Array(holeList.length * 3);
  for (const [position, pixel] of holeList.entries()) {
    if (position % 20_000 === 0) await pause();
    const x = pixel % width;
    const y = (pixel - x) / width;
    let [red, green, blue, all] = [0, 0, 0, 0];
    const bottom = Math.min(height - 1 - patchReach, y + patchReach);
    const right = Math.min(width - 1 - patchReach, x + patchReach);
    for (let row = Math.max(patchReach, y - patchReach); row <= bottom; row += 1) {
      for (let column = Math.max(patchReach, x - patchReach); column <= right; column += 1) {
        const patch = row * width + column;
        const place = ((sources[patch] ?? 0) + pixel - patch) * 3;
        const weight = weights[patch] ?? 0;
        red += pixels[place]! * weight;
        green += pixels[place + 1]! * weight;
        blue += pixels[place + 2]! * weight;
        all += weight;
      }
    }
    next[position * 3] = red / all;
    next[position * 3 + 1] = green / all;
    next[position * 3 + 2] = blue / all;
  }
  for (const [position, pixel] of holeList.entries()) {
    for (const channel of [0, 1, 2])
      pixels[pixel * 3 + channel] = next[position * 3 + channel] ?? 0;
  }
}

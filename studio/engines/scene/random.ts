/** Pseudo-random numbers, determined only by a seed. */
export interface Random {
  /** Returns a number with 0 ≤ x < 1. */
  next(): number;
  between(min: number, max: number): number;
  /** Returns an integer between the inclusive bounds. */
  whole(min: number, max: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
  /**
   * Creates a separate stream for one part of the work, so that drawing more objects of one kind
   * does not change the others.
   */
  fork(name: string): Random;
}

/** Creates a Mulberry32 generator, whose 32-bit state is the size of a seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    whole: (min, max) => Math.floor(min + next() * (max - min + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    chance: (probability) => next() < probability,
    fork: (name) => createRandom(hashText(name, seed)),
  };
}

/** Computes FNV-1a over the UTF-16 code units, starting from a seed. */
export function hashText(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}

import { expect } from "vitest";

/** Longest time for which a request, message or file may block an event loop. */
const blockMsMax = 50;
/** A block that repeats this often is caused neither by the compiler nor by the garbage collector. */
const attemptsMax = 8;

/** Repeats a measurement above the limit; fails when every attempt exceeds it. */
export async function expectShortBlocks(measureMs: () => Promise<number>): Promise<void> {
  const blocks: number[] = [];
  do blocks.push(await measureMs());
  while (Math.min(...blocks) > blockMsMax && blocks.length < attemptsMax);
  expect(Math.min(...blocks), `blocks of ${blocks.join(", ")} ms`).toBeLessThanOrEqual(blockMsMax);
}

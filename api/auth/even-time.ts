import { setTimeout as delay } from "node:timers/promises";

const slotMs = 250;

/**
 * Hides the duration of work that must not reveal, for example, whether an account exists. Result and error
 * are delayed to a multiple of 250 ms after the start.
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    await delay(slotMs - ((performance.now() - startedAt) % slotMs));
  }
}

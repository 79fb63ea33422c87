import { setTimeout as delay } from "node:timers/promises";

const slotMs = 250;

/**
 * Does work whose duration must tell nothing, such as whether somebody has an account: the outcome,
 * good or bad, comes at the next full quarter of a second after the start.
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    await delay(slotMs - ((performance.now() - startedAt) % slotMs));
  }
}

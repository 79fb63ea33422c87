import { setTimeout as delay } from "node:timers/promises";

const waitMs = 30_000;

/**
 * Repeats a request until it is refused with the status. Returns how many milliseconds after the call the last
 * accepted request began. A request that begins later than a guarantee allows must be refused, also on a
 * machine that stalls for some seconds.
 */
export async function lastAcceptedMs(
  refusal: number,
  ask: () => Promise<{ readonly status: number }>,
): Promise<number> {
  const calledAt = performance.now();
  for (let acceptedMs = 0; ; await delay(20)) {
    const beganMs = performance.now() - calledAt;
    if ((await ask()).status === refusal) return acceptedMs;
    if (beganMs > waitMs) throw new Error(`no response had status ${refusal}`);
    acceptedMs = beganMs;
  }
}

import { AsyncLocalStorage } from "node:async_hooks";

/** Maximum bytes of large responses in one process. Each response takes up to four times its size. */
const responseBytesMax = 128 * 1024 * 1024;
/**
 * Maximum wait for memory. After that a response is received regardless: it may be paid for, and its
 * connection and its activity time out soon.
 */
const waitMsMax = 30_000;

interface Step {
  reservedBytes: number;
}

const steps = new AsyncLocalStorage<Step>();
const waiting = new Set<() => void>();
let reservedBytes = 0;

/**
 * Runs an activity that calls a provider. Releases the memory reserved for responses when the activity ends.
 */
export async function withResponseMemory<T>(work: () => Promise<T>): Promise<T> {
  const step: Step = { reservedBytes: 0 };
  try {
    return await steps.run(step, work);
  } finally {
    reservedBytes -= step.reservedBytes;
    for (const look of waiting) look();
  }
}

/**
 * Waits until a response fits into `responseBytesMax`, then reserves its bytes until the activity ends.
 * Responses are served in order. An activity that has a reservation does not wait, because two such
 * activities could deadlock. Work outside of an activity does not wait either.
 */
export async function reserveResponseMemory(bytes: number): Promise<void> {
  const step = steps.getStore();
  if (step === undefined) return;
  const fits = (): boolean => reservedBytes === 0 || reservedBytes + bytes <= responseBytesMax;
  if (step.reservedBytes === 0 && (waiting.size > 0 || !fits())) await turn(fits);
  step.reservedBytes += bytes;
  reservedBytes += bytes;
  // The next waiting response may fit as well.
  for (const look of waiting) look();
}

async function turn(fits: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    const [first] = waiting;
    if (first === look && fits()) resolve();
  };
  waiting.add(look);
  const timer = setTimeout(resolve, waitMsMax);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    waiting.delete(look);
  }
}

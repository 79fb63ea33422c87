import { AsyncLocalStorage } from "node:async_hooks";

/** Bytes of large answers that one process has at once; each takes up to four times its size. */
const answerBytesMax = 128 * 1024 * 1024;
/**
 * After that an answer is received all the same: it may be paid for, and neither its connection nor its
 * step lives for long.
 */
const waitMsMax = 30_000;

interface Step {
  reservedBytes: number;
}

const steps = new AsyncLocalStorage<Step>();
const waiting = new Set<() => void>();
let reservedBytes = 0;

/** Runs a step at a provider. What it reserves for answers is free again when it ends. */
export async function withAnswerMemory<T>(work: () => Promise<T>): Promise<T> {
  const step: Step = { reservedBytes: 0 };
  try {
    return await steps.run(step, work);
  } finally {
    reservedBytes -= step.reservedBytes;
    for (const look of waiting) look();
  }
}

/**
 * Waits until the answer fits into what large answers may take, then reserves it until the step ends.
 * Answers get their turn in order. A step that has reserved before does not wait, because two that
 * wait for each other would never end; neither does work outside of a step.
 */
export async function reserveAnswerMemory(bytes: number): Promise<void> {
  const step = steps.getStore();
  if (step === undefined) return;
  const fits = (): boolean => reservedBytes === 0 || reservedBytes + bytes <= answerBytesMax;
  if (step.reservedBytes === 0 && (waiting.size > 0 || !fits())) await turn(fits);
  step.reservedBytes += bytes;
  reservedBytes += bytes;
  // The next one may fit, too.
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

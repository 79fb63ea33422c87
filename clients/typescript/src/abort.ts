import { AbortError } from "./errors.ts";

/** Resolves after a time. Rejects with `AbortError` when the signal is aborted. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  throwIfAborted(signal);
  const { promise, resolve } = withResolvers();
  const timer = setTimeout(resolve, milliseconds);
  signal?.addEventListener("abort", resolve, { once: true });
  await promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", resolve);
  throwIfAborted(signal);
}

export function throwIfAborted(signal: AbortSignal | undefined, jobId?: string): void {
  if (signal?.aborted === true) throw new AbortError({ jobId, cause: signal.reason });
}

export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Ends the time limit. The caller's signal stays connected. */
  stopTimer(): void;
  /** Ends the time limit and disconnects the caller's signal. */
  release(): void;
}

/** Signal that is aborted with the caller's signal, or when the time is over. */
export function limitTime(milliseconds: number, signal: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new Error(`No response within ${milliseconds} ms.`));
  }, milliseconds);
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const stopTimer = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    stopTimer,
    release() {
      stopTimer();
      signal?.removeEventListener("abort", abort);
    },
  };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

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
  /** Ends the time limit. The caller's signal stays connected, for a body that is read later. */
  stop(): void;
}

/** Signal that is aborted with the caller's signal, or when the time is over. */
export function limitTime(milliseconds: number, signal: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new Error(`No response within ${milliseconds} ms.`));
  }, milliseconds);
  return {
    // Adds no listener to the caller's signal, which may be used for many requests.
    signal: signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]),
    stop: () => clearTimeout(timer),
  };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

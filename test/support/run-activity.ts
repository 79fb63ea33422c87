import { asyncLocalStorage, type Context } from "@temporalio/activity";

/** Runs a step as an attempt that nobody cancels: with what our steps ask Temporal's context for. */
export async function runActivity<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = {
    info: { attempt: 1 },
    cancellationSignal: new AbortController().signal,
    heartbeat: () => undefined,
  };
  return asyncLocalStorage.run(context as unknown as Context, work);
}

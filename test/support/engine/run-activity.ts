import { asyncLocalStorage, type Context } from "@temporalio/activity";

/**
 * Runs a step as a first attempt that is never canceled, with the parts of Temporal's context that steps use.
 */
export async function runActivity<Result>(
  work: () => Promise<Result>,
  {
    heartbeatDetails,
    heartbeat = () => undefined,
  }: { heartbeatDetails?: unknown; heartbeat?: (details?: unknown) => void } = {},
): Promise<Result> {
  const context = {
    info: { attempt: 1, heartbeatDetails },
    cancellationSignal: new AbortController().signal,
    heartbeat,
  };
  return asyncLocalStorage.run(context as unknown as Context, work);
}

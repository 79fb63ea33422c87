import { asyncLocalStorage, type Context } from "@temporalio/activity";

/**
 * Runs a step, by default as a first attempt, that is never canceled, with the parts of Temporal's context that steps use.
 */
export async function runActivity<Result>(
  work: () => Promise<Result>,
  {
    attempt = 1,
    heartbeatDetails,
    heartbeat = () => undefined,
  }: { attempt?: number; heartbeatDetails?: unknown; heartbeat?: (details?: unknown) => void } = {},
): Promise<Result> {
  const context = {
    info: { attempt, heartbeatDetails },
    cancellationSignal: new AbortController().signal,
    heartbeat,
  };
  return asyncLocalStorage.run(context as unknown as Context, work);
}

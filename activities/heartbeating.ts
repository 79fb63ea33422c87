import { cancellationSignal, heartbeat } from "@temporalio/activity";

/** Well below every heartbeat time-out of the workflow, which tells Temporal that a worker died. */
const heartbeatMs = 2_000;

/**
 * Runs a step that may take long: Temporal hears from it while it works, so a dead worker is noticed
 * in seconds and a cancellation arrives as the signal.
 */
export async function heartbeating<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timer = setInterval(() => heartbeat(), heartbeatMs);
  try {
    return await work(cancellationSignal());
  } finally {
    clearInterval(timer);
  }
}

import { cancellationSignal, Context, heartbeat } from "@temporalio/activity";
import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";

/**
 * Must be well below every heartbeat timeout of the workflows. Temporal detects a dead worker by that
 * timeout.
 */
const heartbeatMs = 2_000;

/**
 * Runs a long activity with heartbeats, so that Temporal detects a dead worker within seconds and a
 * cancellation aborts the signal.
 */
export async function heartbeating<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  const former: unknown = context.info.heartbeatDetails;
  // A heartbeat without details would erase the details that a former attempt passed on.
  const timer = setInterval(() => heartbeat(details.get(context) ?? former), heartbeatMs);
  try {
    return await work(cancellationSignal());
  } finally {
    clearInterval(timer);
  }
}

/** Adds heartbeats to every activity of a queue whose activities do not call `heartbeating` themselves. */
export function createHeartbeats(): { inbound: ActivityInboundCallsInterceptor } {
  return { inbound: { execute: async (input, next) => heartbeating(async () => next(input)) } };
}

/** Each heartbeat replaces the details of the previous one, so every heartbeat sends them again. */
const details = new WeakMap<Context, string>();

/**
 * Passes a text to the next attempt of this activity as `heartbeatDetails`, in case this attempt dies.
 * Temporal stores the text in plain text: no secrets.
 */
export function passOn(text: string): void {
  details.set(Context.current(), text);
  heartbeat(text);
}

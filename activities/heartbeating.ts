import { cancellationSignal, Context, heartbeat } from "@temporalio/activity";
import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";

/** Well below every heartbeat time-out of the workflow, which tells Temporal that a worker died. */
const heartbeatMs = 2_000;

/**
 * Runs a step that may take long: Temporal hears from it while it works, so a dead worker is noticed
 * in seconds and a cancellation arrives as the signal.
 */
export async function heartbeating<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  const former: unknown = context.info.heartbeatDetails;
  // A heartbeat without details would erase those that a former attempt has passed on.
  const timer = setInterval(() => heartbeat(details.get(context) ?? former), heartbeatMs);
  try {
    return await work(cancellationSignal());
  } finally {
    clearInterval(timer);
  }
}

/** Around each step of a queue whose steps do not call `heartbeating` themselves. */
export function createHeartbeats(): { inbound: ActivityInboundCallsInterceptor } {
  return { inbound: { execute: async (input, next) => heartbeating(async () => next(input)) } };
}

/** Each heartbeat replaces the details of the one before, so they are sent again with every one. */
const details = new WeakMap<Context, string>();

/**
 * Gives the next attempt of this step a text, as `heartbeatDetails`, should this one die. Temporal keeps
 * it in plain text: no secrets.
 */
export function passOn(text: string): void {
  details.set(Context.current(), text);
  heartbeat(text);
}

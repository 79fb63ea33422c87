import { cancellationSignal } from "@temporalio/activity";

/**
 * Must be shorter than the startToCloseTimeout of `poll`, `reconcile` and `cancel` (60 s), so a provider call
 * never outlives its attempt.
 */
const askMsMax = 50_000;

/** Returns a signal that aborts a provider call when the activity is canceled or `msMax` has passed. */
export function askSignal(msMax = askMsMax): AbortSignal {
  return AbortSignal.any([cancellationSignal(), AbortSignal.timeout(msMax)]);
}

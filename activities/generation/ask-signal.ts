import { cancellationSignal } from "@temporalio/activity";

/** Below the time-out of the steps that ask a provider, so that no question outlives its attempt. */
const askMsMax = 50_000;

/** Aborts a question to a provider when the step is canceled or has taken too long. */
export function askSignal(msMax = askMsMax): AbortSignal {
  return AbortSignal.any([cancellationSignal(), AbortSignal.timeout(msMax)]);
}

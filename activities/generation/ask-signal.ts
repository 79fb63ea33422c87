import { cancellationSignal } from "@temporalio/activity";

import { pollMsMax } from "#domain/jobs/time-limits.ts";

/** Returns a signal that aborts a provider call when the activity is canceled or `msMax` has passed. */
export function askSignal(msMax = pollMsMax): AbortSignal {
  return AbortSignal.any([cancellationSignal(), AbortSignal.timeout(msMax)]);
}

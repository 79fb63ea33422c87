import { activityInfo } from "@temporalio/activity";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";

/** Share of the elapsed time to wait before the next attempt: short waits at first, longer ones later. */
const waitShare = 0.15;

/**
 * Creates a benign failure that sets the delay until Temporal's next attempt. Between attempts no worker slot
 * is held and no history grows, and a cancellation takes effect at once.
 */
export function notReady(
  since: Date,
  { minMs, maxMs }: { minMs: number; maxMs: number },
): ApplicationFailure {
  return ApplicationFailure.create({
    message: `not ready (asked ${activityInfo().attempt} times)`,
    type: "not_ready",
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay: waitMs(Date.now() - since.getTime(), { minMs, maxMs }),
  });
}

/** Returns a share of the elapsed time, within bounds. */
export function waitMs(
  passedMs: number,
  { minMs, maxMs }: { minMs: number; maxMs: number },
): number {
  return Math.round(Math.min(Math.max(passedMs * waitShare, minMs), maxMs));
}

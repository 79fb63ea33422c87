import { activityInfo } from "@temporalio/activity";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";

/** Quick at first, then slower: a share of the time that passed, within bounds. */
const waitShare = 0.15;

/**
 * "Not yet" as a benign failure that tells Temporal when to ask again: no slot is held in between,
 * no history grows, and a cancellation is noticed at once.
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

/** A share of the time that has passed, within bounds. */
export function waitMs(
  passedMs: number,
  { minMs, maxMs }: { minMs: number; maxMs: number },
): number {
  return Math.round(Math.min(Math.max(passedMs * waitShare, minMs), maxMs));
}

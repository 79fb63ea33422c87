import { activityInfo } from "@temporalio/activity";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";

import { type PollPace, waitMs } from "./poll-pace.ts";

/**
 * Creates a benign failure that sets the delay until Temporal's next attempt. Between attempts no worker slot
 * is held and no history grows, and a cancellation takes effect at once.
 */
export function notReady(since: Date, pace: PollPace): ApplicationFailure {
  return ApplicationFailure.create({
    message: `not ready (asked ${activityInfo().attempt} times)`,
    type: "not_ready",
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay: waitMs(Date.now() - since.getTime(), pace),
  });
}

import { useSyncExternalStore } from "react";

import { type Activity, currentActivity, subscribeActivity } from "./activity.ts";
import { notLiveSince, subscribeLive } from "./events.ts";

/** Time since which the page may be outdated; null while it is live. */
export function useNotLiveSince(): number | null {
  return useSyncExternalStore(subscribeLive, notLiveSince);
}

export function useActivity(): Activity {
  return useSyncExternalStore(subscribeActivity, currentActivity);
}

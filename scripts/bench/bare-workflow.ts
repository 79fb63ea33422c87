import { proxyActivities } from "@temporalio/workflow";

import type { bareActivities } from "./bare-activities.ts";

/** As many activities as a job with an instant provider has, on as many queues, and nothing in them. */
const core = proxyActivities<typeof bareActivities>({ startToCloseTimeout: "15s" });
const other = proxyActivities<typeof bareActivities>({
  startToCloseTimeout: "15s",
  taskQueue: "bare-other",
});

export async function bareJob(): Promise<void> {
  await core.nothing();
  await other.nothing();
  await other.nothing();
  await core.nothing();
}

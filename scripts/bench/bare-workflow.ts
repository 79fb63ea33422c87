import { proxyActivities } from "@temporalio/workflow";

import type { bareActivities } from "./bare-activities.ts";

const core = proxyActivities<typeof bareActivities>({ startToCloseTimeout: "15s" });
const other = proxyActivities<typeof bareActivities>({
  startToCloseTimeout: "15s",
  taskQueue: "bare-other",
});

/** Runs empty activities, each on the workflow's own task queue or on another one. */
export async function bareJob(places: readonly ("core" | "other")[]): Promise<void> {
  for (const place of places) await (place === "core" ? core : other).nothing();
}

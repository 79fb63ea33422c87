import { proxyActivities } from "@temporalio/workflow";

const { poll } = proxyActivities<{ poll(): Promise<void> }>({ startToCloseTimeout: "1m" });

/** Waits for an activity that is repeated until something is ready, as `pollProvider` is. */
export async function pollUntilReady(): Promise<void> {
  await poll();
}

import { fileURLToPath } from "node:url";

import { NativeConnection, Runtime, Worker } from "@temporalio/worker";

import { bareActivities } from "./bare-activities.ts";

/** The baseline of jobs per second: the same server and the same worker options, with empty activities. */
Runtime.install({
  telemetryOptions: { logging: { forward: {}, filter: "ERROR" } },
  shutdownSignals: [],
});
const connection = await NativeConnection.connect({
  address: process.env["TEMPORAL_ADDRESS"] ?? "",
});
const options = {
  connection,
  activities: bareActivities,
  maxCachedWorkflows: 200,
  maxConcurrentActivityTaskExecutions: 20,
  activityTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 10 },
} as const;
const workers = await Promise.all([
  Worker.create({
    ...options,
    taskQueue: "bare-core",
    workflowsPath: fileURLToPath(new URL("./bare-workflow.ts", import.meta.url)),
  }),
  Worker.create({ ...options, taskQueue: "bare-other" }),
]);
process.stdin.resume().once("end", () => process.exit(0));
process.stdout.write("ready\n");
await Promise.all(workers.map(async (worker) => worker.run()));

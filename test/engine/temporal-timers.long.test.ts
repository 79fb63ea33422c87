import { fileURLToPath } from "node:url";

import { activityInfo } from "@temporalio/activity";
import { Client, Connection } from "@temporalio/client";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import { NativeConnection, Worker } from "@temporalio/worker";
import { expect, onTestFinished, test } from "vitest";

import { findFreePort } from "#scripts/embedded/ports.ts";
import { ensureTemporal, startTemporal } from "#scripts/embedded/temporal.ts";

const taskQueue = "polls";
const pollCount = 40;
const workflowsPath = fileURLToPath(
  new URL("../support/engine/polling-workflow.ts", import.meta.url),
);

/**
 * Under load, timers that the embedded server had moved fired up to a minute late: jobs took 61 s instead of 1 s. Whether
 * a moved timer is late depends on the load, so this looks at the moves.
 */
test("many polls within a second do not make the server move their timers to a slower reader", async () => {
  const metricsPort = await findFreePort();
  const server = await startTemporal({
    executable: await ensureTemporal({ cacheFolder: process.env["CACHE_DIR"] ?? ".cache" }),
    metricsPort,
  });
  onTestFinished(async () => server.stop());
  const [connection, workerConnection] = await Promise.all([
    Connection.connect({ address: server.address }),
    NativeConnection.connect({ address: server.address }),
  ]);
  onTestFinished(async () => {
    await connection.close();
    await workerConnection.close();
  });
  const worker = await Worker.create({
    connection: workerConnection,
    taskQueue,
    workflowsPath,
    activities: {
      async poll(): Promise<void> {
        if (activityInfo().attempt === pollCount) return;
        throw ApplicationFailure.create({
          message: "not ready",
          category: ApplicationFailureCategory.BENIGN,
          nextRetryDelay: "50ms",
        });
      },
    },
  });
  const { workflow } = new Client({ connection });

  await worker.runUntil(
    workflow.execute("pollUntilReady", { taskQueue, workflowId: "polls", args: [] }),
  );

  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const timers = (await response.text())
    .split("\n")
    .filter((line) => line.includes('operation="TimerQueueProcessor"'));
  expect(timers.length).toBeGreaterThan(0);
  expect(timers.filter((line) => line.includes('queue_action="reader_stuck"'))).toEqual([]);
});

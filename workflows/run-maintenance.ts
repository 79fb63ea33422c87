import {
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from "@temporalio/workflow";

import type { Activities } from "#activities/index.ts";
import type { MaintenanceTask, RunMaintenanceInput } from "#domain/maintenance.ts";
import { maintenanceQueue } from "#domain/task-queues.ts";

/**
 * Runs batches of one maintenance task until nothing is left, and returns the number of changes. A batch is
 * retried for about a day, until the database is available; after that, the next scheduled run continues.
 */
export async function runMaintenance(input: RunMaintenanceInput): Promise<{ changed: number }> {
  const { task } = input;
  const turns = proxyActivities<Pick<Activities, MaintenanceTask>>({
    taskQueue: maintenanceQueue,
    startToCloseTimeout: "5m",
    heartbeatTimeout: "30s",
    // Covers about a day.
    retry: {
      initialInterval: "1s",
      backoffCoefficient: 2,
      maximumInterval: "1m",
      maximumAttempts: 1_500,
    },
  });
  let after = input.after ?? null;
  let changed = input.changed ?? 0;
  for (;;) {
    const turn = await turns[task]({ after });
    changed += turn.changed;
    setCurrentDetails(`**${task}** · ${changed} changed`);
    if (turn.next === null) return { changed };
    after = turn.next;
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof runMaintenance>({ task, after, changed });
    }
  }
}

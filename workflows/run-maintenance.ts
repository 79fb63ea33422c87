import {
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from "@temporalio/workflow";

import type { Activities } from "#activities/index.ts";
import type { MaintenanceTask, RunMaintenanceInput } from "#domain/maintenance.ts";
import { maintenanceQueue } from "#domain/task-queues.ts";

import { maintenanceTimeouts } from "./timeouts.ts";

/**
 * Runs batches of one maintenance task until nothing is left, and returns the number of changes.
 */
export async function runMaintenance(input: RunMaintenanceInput): Promise<{ changed: number }> {
  const { task } = input;
  const turns = proxyActivities<Pick<Activities, MaintenanceTask>>({
    taskQueue: maintenanceQueue,
    summary: `one batch of ${task}`,
    ...maintenanceTimeouts,
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

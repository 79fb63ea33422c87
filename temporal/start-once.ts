import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";

import { coreQueue } from "#domain/task-queues.ts";

/** The workflow id is that of what the run is about, so a second start finds the first. */
export function onceFor(workflowId: string) {
  return {
    workflowId,
    taskQueue: coreQueue,
    workflowIdConflictPolicy: "USE_EXISTING",
    workflowIdReusePolicy: "REJECT_DUPLICATE",
  } as const;
}

/** A start that was done before is done. */
export async function startOnce(start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

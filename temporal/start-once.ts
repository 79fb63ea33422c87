import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";

import { coreQueue } from "#domain/task-queues.ts";

/** Returns options that make a start idempotent: the workflow id is derived from the run's subject. */
export function onceFor(workflowId: string) {
  return {
    workflowId,
    taskQueue: coreQueue,
    workflowIdConflictPolicy: "USE_EXISTING",
    workflowIdReusePolicy: "REJECT_DUPLICATE",
  } as const;
}

/** Starts a workflow. Ignores that it was started before. */
export async function startOnce(start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

import { WorkflowNotFoundError } from "@temporalio/client";

/** Handler of an error: ignores that a run has ended or does not exist, and throws every other error. */
export function ignoreEndedRun(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

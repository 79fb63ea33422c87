import type { SubmissionState } from "#domain/requests/generation.ts";

/**
 * Cause of the loss of a run before its job ended: termination by an operator, a task that Temporal lost
 * ("stalled"), or anything else ("gone").
 */
export type LostRun = "terminated" | "stalled" | "gone";

/**
 * Decides how to continue a job whose workflow run is lost. The job resumes from its rows, so no paid result
 * is lost. It ends with a refund only when an operator terminated the run and nothing was sent. `attempt` is
 * the state of its last submission; null when no model was chosen yet.
 */
export function afterLostRun(run: LostRun, attempt: SubmissionState | null): "resume" | "end" {
  const isUntouched = attempt === null || attempt === "prepared";
  return run === "terminated" && isUntouched ? "end" : "resume";
}

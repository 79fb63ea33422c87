import type { SubmissionState } from "#domain/requests/generation.ts";

/** Cause of a run's disappearance before its job ended: termination by an operator, or anything else. */
export type LostRun = "terminated" | "gone";

/**
 * Decides how to continue a job whose workflow run is gone. The job resumes from its rows, so no paid result
 * is lost. It ends with a refund only when an operator terminated the run and nothing was sent. `attempt` is
 * the state of its last submission; null when no model was chosen yet.
 */
export function afterLostRun(run: LostRun, attempt: SubmissionState | null): "resume" | "end" {
  const isUntouched = attempt === null || attempt === "prepared";
  return run === "terminated" && isUntouched ? "end" : "resume";
}

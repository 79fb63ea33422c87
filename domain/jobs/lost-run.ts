import type { SubmissionState } from "#domain/requests/generation.ts";

/** How a run came to be gone before its job ended: by an operator's hand, or in any other way. */
export type LostRun = "terminated" | "gone";

/**
 * Decides about a job whose workflow run is gone. The job resumes from its rows, so no paid result is
 * lost. It ends with a refund only when an operator terminated the run and nothing was sent.
 * `attempt` is the state of its last submission; null when no model was chosen yet.
 */
export function afterLostRun(run: LostRun, attempt: SubmissionState | null): "resume" | "end" {
  const isUntouched = attempt === null || attempt === "prepared";
  return run === "terminated" && isUntouched ? "end" : "resume";
}

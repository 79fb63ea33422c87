import type { SubmissionState } from "./generation.ts";

/** How a run came to be gone before its job ended: by an operator's hand, or in any other way. */
export type LostRun = "terminated" | "gone";

/**
 * What becomes of a job whose run is gone (engine.md, row 13). It goes on from its rows, so that
 * nothing that was paid for is lost. Only a job that an operator took out, and of which nothing was
 * sent, is ended and refunded. `attempt` is its last one; null when no model was chosen yet.
 */
export function afterLostRun(run: LostRun, attempt: SubmissionState | null): "resume" | "end" {
  const isUntouched = attempt === null || attempt === "prepared";
  return run === "terminated" && isUntouched ? "end" : "resume";
}

/**
 * The limits of submissions, about a tenth of the real ones, so that a run of minutes sees what happens
 * after them. `scale-time.ts` puts this module in the place of the original.
 */
export * from "#domain/jobs/submission.ts";

export const attemptMsMax = 28_000;
export const submitTimeoutMs = 30_000;
export const attemptSettledMs = 34_000;
export const unansweredSecondsMax = 60;

/** Shorter than the outages of a run, longer than any work that its providers do. */
export function deadlineSecondsOf(_typicalSeconds: number): number {
  return 18;
}

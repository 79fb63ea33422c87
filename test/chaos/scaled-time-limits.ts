/**
 * Time limits of a generation, about a tenth of the real ones, so a run of minutes exceeds them.
 * `scale-time.ts` substitutes this module for the original.
 */
export * from "#domain/jobs/time-limits.ts";

export const attemptMsMax = 28_000;
export const submitTimeoutMs = 30_000;
export const attemptSettledMs = 34_000;
export const unansweredSecondsMax = 60;

/** Shorter than the outages of a run, longer than any generation of its providers. */
export function deadlineSecondsOf(_typicalSeconds: number): number {
  return 18;
}

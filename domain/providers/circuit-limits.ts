import { attemptSettledMs } from "#domain/jobs/submission.ts";

/** How long an open circuit waits for its first trial; doubled with each opening. */
export const coolDownMs = { first: 15_000, max: 300_000 };

/** After so long without an opening the first cool-down applies again. */
export const quietMs = 600_000;

/** A trial whose worker has died gives its place back after this; no attempt takes longer. */
export const trialMs = attemptSettledMs;

/** How long a caller waits while others hold the places for trials. */
export const trialWaitMs = 15_000;

import { attemptSettledMs } from "#domain/jobs/time-limits.ts";

/** Cool-down of an open circuit before its first trial call; it doubles with each opening. */
export const coolDownMs = { first: 15_000, max: 300_000 };

/** After this time without an opening, the first cool-down applies again. */
export const quietMs = 600_000;

/** The place of a trial call whose worker died is released after this time; no attempt takes longer. */
export const trialMs = attemptSettledMs;

/** Delay for a caller while all places for trial calls are taken. */
export const trialWaitMs = 15_000;

/**
 * The limits of circuits, about a tenth of the real ones: with those, an outage of a run could keep jobs
 * waiting for longer than the run lasts. `scale-time.ts` puts this module in the place of the original.
 */
export * from "#domain/providers/circuit-limits.ts";

export const coolDownMs = { first: 1_500, max: 30_000 };
export const quietMs = 60_000;
export const trialWaitMs = 1_500;

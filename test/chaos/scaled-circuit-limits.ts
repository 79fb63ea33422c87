/**
 * The limits of circuits, about a tenth of the real ones: with those, an outage could keep jobs waiting
 * beyond the end of a run. `scale-time.ts` substitutes this module for the original.
 */
export * from "#domain/providers/circuit-limits.ts";

export const coolDownMs = { first: 1_500, max: 30_000 };
export const quietMs = 60_000;
export const trialWaitMs = 1_500;

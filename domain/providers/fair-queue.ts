import { attemptSettledMs, generationSecondsMax } from "#domain/jobs/time-limits.ts";

/** Seconds for which a granted slot is reserved for a run that has not used it yet. */
export const grantSeconds = 60;

/**
 * After this time no provider still works on a request, and no run polls it: an unreleased slot is free
 * again.
 */
export const slotSeconds = generationSecondsMax + (2 * attemptSettledMs) / 1_000;

/** Signal that a waiting run has been granted a slot. */
export const slotGrantedSignal = "turn";

/** A submission that waits for a slot. */
export interface Waiter {
  readonly submissionId: string;
  /** Expected time that it will hold the slot, in seconds. */
  readonly seconds: number;
}

export interface WaitingOrganization {
  readonly id: string;
  readonly weight: number;
  /** Number of the provider's slots that the organization holds. */
  readonly holds: number;
  /** Virtual end time of its last granted slot, on the provider's clock; null when that is long past. */
  readonly virtualEnd: number | null;
  /** Waiting submissions in order; those beyond the number of free slots may be missing. */
  readonly waiters: readonly Waiter[];
}

export interface ProviderQueue {
  /** Null: without a limit. */
  readonly limit: number | null;
  readonly inUse: number;
  /** True when more than one organization is active, so that slots are reserved. */
  readonly isShared: boolean;
  /**
   * Virtual time of the provider's queue: it advances to the start of each granted slot. In virtual time, a
   * slot takes the time that it is held, divided by the organization's weight.
   */
  readonly clock: number;
  /** Longest-waiting first. */
  readonly organizations: readonly WaitingOrganization[];
}

export interface SharedSlots {
  readonly granted: readonly string[];
  readonly clock: number;
  /** Virtual end time of the last new grant, by organization. */
  readonly virtualEnds: ReadonlyMap<string, number>;
}

/**
 * Reserves a tenth of the slots, so that an organization without one need not wait for another's long
 * generation.
 */
const reservedShare = 0.1;
/** With fewer slots, keeping one free costs too much. */
const reservedLimitMin = 4;

/** Number of a provider's slots reserved for organizations that hold none. */
export function reservedSlots(limit: number): number {
  return limit < reservedLimitMin ? 0 : Math.max(1, Math.floor(limit * reservedShare));
}

/**
 * Grants free slots to waiting submissions with start-time fair queueing: the organization with the earliest
 * virtual start time comes first. However long one organization's backlog is, the first request of another
 * comes next. Each organization gets its weight's share of the provider's time.
 */
export function shareSlots({
  limit,
  inUse,
  isShared,
  clock,
  organizations,
}: ProviderQueue): SharedSlots {
  const lines = organizations.map(({ waiters, ...organization }) => ({
    ...organization,
    left: [...waiters],
  }));
  const granted: string[] = [];
  const virtualEnds = new Map<string, number>();
  const reserved = limit === null || !isShared ? 0 : reservedSlots(limit);
  let now = clock;
  for (;;) {
    const free = limit === null ? Infinity : limit - inUse - granted.length;
    const startOf = (line: { virtualEnd: number | null }) => Math.max(line.virtualEnd ?? now, now);
    const next = lines
      .filter(({ left, holds }) => left.length > 0 && free > (holds === 0 ? 0 : reserved))
      .toSorted((left, right) => startOf(left) - startOf(right))[0];
    const waiter = next?.left.shift();
    if (next === undefined || waiter === undefined) return { granted, clock: now, virtualEnds };
    now = startOf(next);
    next.virtualEnd = now + Math.max(waiter.seconds, 1) / next.weight;
    next.holds += 1;
    granted.push(waiter.submissionId);
    virtualEnds.set(next.id, next.virtualEnd);
  }
}

import { attemptSettledMs, generationSecondsMax } from "#domain/jobs/submission.ts";

/** How long a slot that was given is kept for a run that is still to be told. */
export const grantSeconds = 60;

/**
 * After this long no provider works on a request any more, and nobody asks it: a slot that nobody
 * has freed is free.
 */
export const slotSeconds = generationSecondsMax + (2 * attemptSettledMs) / 1_000;

/** The signal by which a run that waits for a slot is told that it has one. */
export const turnSignal = "turn";

/** A submission that waits for a slot. */
export interface Waiter {
  readonly submissionId: string;
  /** How long it will probably hold the slot, in seconds. */
  readonly seconds: number;
}

export interface WaitingOrganization {
  readonly id: string;
  readonly weight: number;
  /** Slots of the provider that it holds. */
  readonly holds: number;
  /** When its last turn ended, on the provider's clock; null when that is long ago. */
  readonly turnEnds: number | null;
  /** In their order; those that do not fit in need not be there. */
  readonly waiters: readonly Waiter[];
}

export interface ProviderQueue {
  /** Null: without a limit. */
  readonly limit: number | null;
  readonly inUse: number;
  /** Whether there is anybody who could be a newcomer. */
  readonly isShared: boolean;
  /**
   * Time as the provider spends it: it moves to the beginning of each turn. A turn lasts as long as
   * the slot is held, divided by the organization's weight.
   */
  readonly clock: number;
  /** Those that wait longest first. */
  readonly organizations: readonly WaitingOrganization[];
}

export interface SharedSlots {
  readonly granted: readonly string[];
  readonly clock: number;
  /** By organization: when the last of its new turns ends. */
  readonly turnEnds: ReadonlyMap<string, number>;
}

/** The last tenth of the slots, so that a newcomer need not wait for another's long generation. */
const newcomersShare = 0.1;
/** With fewer, a slot that is kept free costs too much. */
const newcomersLimitMin = 4;

/** How many of a provider's slots are for organizations that hold none. */
export function slotsForNewcomers(limit: number): number {
  return limit < newcomersLimitMin ? 0 : Math.max(1, Math.floor(limit * newcomersShare));
}

/**
 * Gives free slots to those who wait: always to the organization whose next turn begins first
 * (start-time fair queueing). Whatever one organization has waiting, another's first comes next, and
 * each gets its weight's share of the provider's time, however small.
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
  const turnEnds = new Map<string, number>();
  const reserved = limit === null || !isShared ? 0 : slotsForNewcomers(limit);
  let now = clock;
  for (;;) {
    const free = limit === null ? Infinity : limit - inUse - granted.length;
    const startOf = (line: { turnEnds: number | null }) => Math.max(line.turnEnds ?? now, now);
    const next = lines
      .filter(({ left, holds }) => left.length > 0 && free > (holds === 0 ? 0 : reserved))
      .toSorted((left, right) => startOf(left) - startOf(right))[0];
    const waiter = next?.left.shift();
    if (next === undefined || waiter === undefined) return { granted, clock: now, turnEnds };
    now = startOf(next);
    next.turnEnds = now + Math.max(waiter.seconds, 1) / next.weight;
    next.holds += 1;
    granted.push(waiter.submissionId);
    turnEnds.set(next.id, next.turnEnds);
  }
}

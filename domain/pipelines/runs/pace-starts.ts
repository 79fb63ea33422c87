/** Delays of the jobs of a run: the delay of a job is the time from its acceptance to its begin. */
export interface StartDelays {
  /** Jobs that were accepted and have not begun. */
  readonly queued: number;
  /** Shortest delay of the run. Null before its first job has begun. */
  readonly shortestMs: number | null;
  /** Median delay of the jobs that began within the last seconds. Null when none did. */
  readonly medianMs: number | null;
}

/** Jobs of a run that may wait for their begin at once. */
const queuedMax = 4;

/**
 * Queueing delay above which a run yields to other work: the target of LEDBAT (RFC 6817). The shortest delay is the
 * part that is not queueing; a difference of clocks between the database and a worker is in both. Where delays vary by
 * more without any load, a run still starts `queuedMax` steps in each `recentMs`.
 */
const queueingMsMax = 25;

/** Time in which jobs begin on idle workers, after which a run may start others. */
const paceMs = 500;

/** Older delays say nothing about the workers now. While steps begin late, their ends cause the turns of a run. */
export const recentMs = 5_000;

/** Steps that a run has in progress however busy the workers are, so that it always advances. */
const runningMin = 2;

/**
 * Returns how many steps a run may start now. A run with many steps takes only what the workers have left: it starts
 * more steps as the last ones begin, and none while they begin late.
 */
export function pacedStarts(running: number, delays: StartDelays): number {
  return Math.max(0, isLate(delays) ? runningMin - running : queuedMax - delays.queued);
}

/** Returns after how many milliseconds a run that may start no step decides again, unless a step ends before. */
export function paceWaitMs(delays: StartDelays): number {
  return isLate(delays) ? recentMs : paceMs;
}

function isLate({ shortestMs, medianMs }: StartDelays): boolean {
  return (medianMs ?? 0) - (shortestMs ?? 0) > queueingMsMax;
}

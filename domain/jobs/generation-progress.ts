/** What is known about a generation that a provider is making. */
export interface RunningGeneration {
  readonly elapsedSeconds: number;
  /** What generations of the model took lately; null when too few are known. */
  readonly medianSeconds: number | null;
  /** What the provider says itself. */
  readonly fraction?: number | undefined;
  readonly etaSeconds?: number | undefined;
}

/** An estimate never says that all is done: only the provider knows. */
const estimatedFractionMax = 0.9;

/**
 * How far a generation is and how long it will still take. What the provider says goes first. Where
 * it says nothing, the time that the model took lately tells; a generation that takes longer than
 * that has no estimate any more, because none would be honest.
 */
export function estimateGeneration({
  elapsedSeconds,
  medianSeconds,
  fraction,
  etaSeconds,
}: RunningGeneration): { fraction?: number; etaSeconds?: number } {
  const leftSeconds = medianSeconds === null ? 0 : Math.ceil(medianSeconds - elapsedSeconds);
  const eta = etaSeconds ?? (leftSeconds > 0 ? leftSeconds : undefined);
  const share =
    fraction ??
    (medianSeconds === null || medianSeconds <= 0
      ? undefined
      : Math.min(elapsedSeconds / medianSeconds, 1) * estimatedFractionMax);
  return {
    ...(share === undefined ? {} : { fraction: share }),
    ...(eta === undefined ? {} : { etaSeconds: eta }),
  };
}

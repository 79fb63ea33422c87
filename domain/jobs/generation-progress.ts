/** Known facts about a running generation. */
export interface RunningGeneration {
  readonly elapsedSeconds: number;
  /** Median duration of the model's recent generations; null when too few are known. */
  readonly medianSeconds: number | null;
  /** Values reported by the provider. */
  readonly fraction?: number | undefined;
  readonly etaSeconds?: number | undefined;
}

/** Upper bound of an estimated fraction: only the provider knows when a generation is complete. */
const estimatedFractionMax = 0.9;

/**
 * Estimates the progress and the remaining time of a generation. The provider's own values take precedence
 * over estimates from the model's median duration. A generation that exceeds the median has no remaining
 * time, because no estimate would be reliable.
 */
export function estimateProgress({
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

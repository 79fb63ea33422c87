/** Repeats a measurement at most once in `intervalMs`: callers in between share its result. */
export function shareMeasurements<Result>(
  measure: () => Promise<Result>,
  intervalMs: number,
): () => Promise<Result> {
  let shared: Promise<Result> | null = null;
  let measuredAt = 0;
  return async () => {
    const now = performance.now();
    if (shared === null || now - measuredAt >= intervalMs) {
      measuredAt = now;
      shared = measure();
      // A failure is not shared: the next caller measures again.
      shared.catch(() => {
        shared = null;
      });
    }
    return shared;
  };
}

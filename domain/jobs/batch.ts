export const batchStatuses = ["processing", "canceling", "completed", "canceled"] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** Maximum number of requests in a batch, which fit in one request body. */
export const batchItemsMax = 1_000;

interface BatchState {
  readonly items: number;
  readonly completed: number;
  readonly failed: number;
  readonly canceled: number;
  readonly cancelRequestedAt?: Date | null | undefined;
  readonly finishedAt?: Date | null | undefined;
}

/**
 * Derives the status of a batch from its items. A batch is `canceled` only when the cancellation stopped at
 * least one item; failures appear only in the counts.
 */
export function batchStatusOf(batch: BatchState): BatchStatus {
  const isCanceled = batch.cancelRequestedAt != null;
  if (batch.finishedAt == null) return isCanceled ? "canceling" : "processing";
  return isCanceled && batch.canceled > 0 ? "canceled" : "completed";
}

/** Returns 100 only when every item has ended. */
export function batchPercent({ items, completed, failed, canceled }: BatchState): number {
  return Math.floor(((completed + failed + canceled) * 100) / items);
}

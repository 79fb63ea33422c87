const mebibyte = 1_048_576;
/** Heap that the worker needs besides cached workflows. */
const reservedBytes = 200 * mebibyte;
/** An open workflow of a job with its sandbox; the estimate of Temporal's SDK. */
const workflowBytes = 1.7 * mebibyte;
/** More would save few replays: the next task of a workflow that is not cached begins with one. */
const workflowsMax = 1_000;
/** The least with which the worker can use its concurrent workflow tasks. */
const workflowsMin = 10;

/** Returns how many workflows a worker may cache. A container's memory limits the heap, and so the cache. */
export function cachedWorkflowsMax(heapBytesMax: number): number {
  const fitting = Math.floor((heapBytesMax - reservedBytes) / workflowBytes);
  return Math.min(workflowsMax, Math.max(workflowsMin, fitting));
}

/** Total of a counter; `insured` is true when this process counted alone. */
export interface Count {
  readonly total: number;
  readonly insured: boolean;
}

/** Adds `points` to the counter of a key and returns the new total. */
type Add = (key: string, points: number) => Promise<Count>;

/**
 * Batches requests for one key while the previous count is in progress, so that requests of a busy client do
 * not queue for one row. Every caller gets a distinct total, in the order of arrival.
 */
export function coalesceCounts(add: Add): (key: string) => Promise<Count> {
  const queues = new Map<string, PromiseWithResolvers<Count>[]>();

  async function drain(key: string, queue: PromiseWithResolvers<Count>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0);
      try {
        const { total, insured } = await add(key, batch.length);
        const before = total - batch.length;
        for (const [index, turn] of batch.entries()) {
          turn.resolve({ total: before + index + 1, insured });
        }
      } catch (error) {
        for (const turn of batch) turn.reject(error);
      }
    }
    queues.delete(key);
  }

  return async (key) => {
    const turn = Promise.withResolvers<Count>();
    const queue = queues.get(key);
    if (queue === undefined) {
      const started = [turn];
      queues.set(key, started);
      void drain(key, started);
    } else {
      queue.push(turn);
    }
    return turn.promise;
  };
}

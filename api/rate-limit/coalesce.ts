/** A total, and whether this process counted it alone. */
export interface Count {
  readonly total: number;
  readonly insured: boolean;
}

/** Adds `points` to the counter of a key and tells the new total. */
type Add = (key: string, points: number) => Promise<Count>;

/**
 * Counts requests of one key together while the count before is under way, so that a busy client's
 * requests do not queue at one row. Every caller still gets the total at its own turn: no two the
 * same, in the order of arrival.
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

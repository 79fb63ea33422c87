interface Waiting<Item, Result> {
  readonly item: Item;
  readonly settle: PromiseWithResolvers<Result>;
}

/**
 * Runs the items of one key in batches, one batch at a time: an item runs at once when its key is idle, and otherwise with the
 * items that arrive during the batch before it, as in a group commit. `run` returns one result for each item, in their order; its
 * error is the result of all of them.
 */
export function batchByKey<Item, Result>(
  run: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
  batchMax = Number.POSITIVE_INFINITY,
): (key: string, item: Item) => Promise<Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>();

  async function drain(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, batchMax);
      try {
        const results = await run(
          key,
          batch.map(({ item }) => item),
        );
        for (const [index, result] of results.entries()) batch[index]?.settle.resolve(result);
      } catch (error) {
        for (const { settle } of batch) settle.reject(error);
      }
    }
    queues.delete(key);
  }

  return async (key, item) => {
    const settle = Promise.withResolvers<Result>();
    const queue = queues.get(key);
    if (queue === undefined) {
      const started = [{ item, settle }];
      queues.set(key, started);
      void drain(key, started);
    } else {
      queue.push({ item, settle });
    }
    return settle.promise;
  };
}

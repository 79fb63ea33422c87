interface Waiting<Item, Result> {
  readonly item: Item;
  readonly settle: PromiseWithResolvers<Result>;
}

export interface BatchRules<Item> {
  /** Most items of a batch; by default unlimited. */
  readonly max?: number;
  /** Items with the same value never share a batch; an item without one (null) shares any. */
  readonly distinctBy?: (item: Item) => string | null;
}

/**
 * Runs the items of one key in batches, one batch at a time: an item runs at once when its key is idle, and otherwise with the
 * items that arrive during the batch before it, as in a group commit. `run` returns one result for each item, in their order; its
 * error is the result of all of them.
 */
export function batchByKey<Item, Result>(
  run: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
  rules: BatchRules<Item> = {},
): (key: string, item: Item) => Promise<Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>();

  async function drain(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = takeBatch(queue, rules);
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

/** Removes the next batch from the queue: the first items up to one that must not share it. */
function takeBatch<Item, Result>(
  queue: Waiting<Item, Result>[],
  { max = Number.POSITIVE_INFINITY, distinctBy = () => null }: BatchRules<Item>,
): Waiting<Item, Result>[] {
  const values = new Set<string>();
  const end = queue.findIndex(({ item }, index) => {
    const value = distinctBy(item);
    if (index >= max || (value !== null && values.has(value))) return true;
    if (value !== null) values.add(value);
    return false;
  });
  return queue.splice(0, end === -1 ? queue.length : end);
}

/**
 * Caches the result of `load` and refreshes it in the background (stale-while-revalidate). After `maxAgeMs`
 * the stale value is still returned while a new one loads; after a failed refresh, the next call tries again.
 * Only callers before the first successful load wait and see errors.
 */
export function keptFresh<Value>(
  load: () => Promise<Value>,
  { maxAgeMs, now = Date.now }: { maxAgeMs: number; now?: () => number },
): () => Promise<Value> {
  let loaded: { readonly value: Value; readonly atMs: number } | null = null;
  let loading: Promise<Value> | null = null;

  async function reload(): Promise<Value> {
    const value = await load();
    loaded = { value, atMs: now() };
    return value;
  }

  return async () => {
    if (loaded !== null && now() - loaded.atMs < maxAgeMs) return loaded.value;
    loading ??= reload().finally(() => {
      loading = null;
    });
    if (loaded === null) return loading;
    loading.catch(() => undefined);
    return loaded.value;
  };
}

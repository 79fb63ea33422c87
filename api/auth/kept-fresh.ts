/**
 * Remembers what was loaded. Older than `maxAgeMs` it is still given, while a newer one is loaded
 * behind it; a failure then leaves the old one in place until the next call. Only who comes before
 * anything was loaded waits, and learns of a failure.
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

import type { CredentialChanges } from "#api/streams/credential-changes.ts";
import type { Caller } from "#db/caller.ts";

/**
 * Time to live of a looked-up credential. Changes are normally announced at once; this covers a broken
 * connection for these notifications. Half of the second for which a revoked credential may still work.
 */
const cacheMs = 500;
const cacheEntriesMax = 10_000;

interface CacheEntry {
  readonly lookup: Promise<Caller | null>;
  readonly expiresAtMs: number;
  /** Result of the lookup; undefined while it is pending. */
  caller?: Caller | null;
}

/** Caches the results of `find` briefly, until a change is announced. `name` must not be a secret. */
export function cacheLookups(
  changes: Pick<CredentialChanges, "subscribe">,
): (name: string, find: () => Promise<Caller | null>) => Promise<Caller | null> {
  // Insertion order is age, so the first entry is the oldest.
  const cache = new Map<string, CacheEntry>();
  changes.subscribe((isStale) => {
    for (const [name, { caller }] of cache) {
      // A pending lookup may have read the state before the change.
      if (!caller || isStale(caller)) cache.delete(name);
    }
  });
  return async (name, find) => {
    const known = cache.get(name);
    if (known !== undefined && known.expiresAtMs > performance.now()) return known.lookup;
    cache.delete(name);
    const entry: CacheEntry = { lookup: find(), expiresAtMs: performance.now() + cacheMs };
    cache.set(name, entry);
    void settle(name, entry);
    const oldest = cache.keys().next();
    if (cache.size > cacheEntriesMax && !oldest.done) cache.delete(oldest.value);
    return entry.lookup;
  };

  async function settle(name: string, entry: CacheEntry): Promise<void> {
    // Failed and empty lookups are not cached: an unknown credential may exist a moment later.
    const found = await entry.lookup.catch(() => null);
    entry.caller = found;
    if (found === null && cache.get(name) === entry) cache.delete(name);
  }
}

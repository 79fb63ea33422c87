import type { CredentialChanges } from "#api/streams/credential-changes.ts";
import type { Caller } from "#db/caller.ts";

/**
 * How long a credential that was just looked up is believed. Changes are told at once; this is for
 * those that are not, because the connection they come by is broken: half of the second that a
 * revoked credential may still work.
 */
const cacheMs = 500;
const cacheEntriesMax = 10_000;

interface CacheEntry {
  readonly lookup: Promise<Caller | null>;
  readonly expiresAtMs: number;
  /** What was found; undefined while the lookup is under way. */
  caller?: Caller | null;
}

/** Remembers for a moment what `find` found, by a name that is no secret, until it changes. */
export function cacheLookups(
  changes: Pick<CredentialChanges, "subscribe">,
): (name: string, find: () => Promise<Caller | null>) => Promise<Caller | null> {
  // In order of age, so that the oldest goes first.
  const cache = new Map<string, CacheEntry>();
  changes.subscribe((isStale) => {
    for (const [name, { caller }] of cache) {
      // A lookup under way may have read what was true before.
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
    // A failed lookup is not an answer that may be repeated, and what is unknown may exist a moment later.
    const found = await entry.lookup.catch(() => null);
    entry.caller = found;
    if (found === null && cache.get(name) === entry) cache.delete(name);
  }
}

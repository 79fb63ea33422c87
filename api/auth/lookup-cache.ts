import type { Caller } from "#db/caller.ts";

/** How long a credential that was just looked up is believed: the longest that a revoked one still works. */
const cacheMs = 1_000;
const cacheEntriesMax = 10_000;

interface CacheEntry {
  readonly caller: Promise<Caller | null>;
  readonly expiresAtMs: number;
}

/** Remembers for a second what `find` found, by a name that is no secret. */
export function cacheLookups(): (
  name: string,
  find: () => Promise<Caller | null>,
) => Promise<Caller | null> {
  // In order of age, so that the oldest goes first.
  const cache = new Map<string, CacheEntry>();
  return async (name, find) => {
    const known = cache.get(name);
    if (known !== undefined && known.expiresAtMs > performance.now()) return known.caller;
    cache.delete(name);
    const caller = find();
    cache.set(name, { caller, expiresAtMs: performance.now() + cacheMs });
    // A failed lookup is not an answer that may be repeated, and what is unknown may exist a moment later.
    caller.then(
      (found) => found === null && cache.delete(name),
      () => cache.delete(name),
    );
    const oldest = cache.keys().next();
    if (cache.size > cacheEntriesMax && !oldest.done) cache.delete(oldest.value);
    return caller;
  };
}

import { hashKeyValue, isKeyValue } from "#db/api-key-value.ts";
import { type Caller, findCallerByKeyHash } from "#db/api-keys.ts";
import type { MikroORM } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

/** How long a key that was just looked up is believed: the longest that a revoked key still works. */
const cacheMs = 1_000;
const cacheEntriesMax = 10_000;

interface CacheEntry {
  readonly caller: Promise<Caller | null>;
  readonly expiresAtMs: number;
}

/**
 * Looks API keys up by their hash. Throws `credential_malformed`, `api_key_unknown`,
 * `api_key_revoked` or `api_key_expired`.
 */
export function createApiKeyLookup(orm: MikroORM): (value: string) => Promise<Caller> {
  // By hash, so that no key value stays in memory; in order of age, so that the oldest goes first.
  const cache = new Map<string, CacheEntry>();

  function find(hash: Buffer): Promise<Caller | null> {
    const name = hash.toString("base64");
    const known = cache.get(name);
    if (known !== undefined && known.expiresAtMs > performance.now()) return known.caller;
    cache.delete(name);
    const caller = findCallerByKeyHash(orm.em.fork(), hash);
    cache.set(name, { caller, expiresAtMs: performance.now() + cacheMs });
    // A failed lookup is not an answer that may be repeated, and an unknown key may exist a moment later.
    caller.then(
      (found) => found === null && cache.delete(name),
      () => cache.delete(name),
    );
    const oldest = cache.keys().next();
    if (cache.size > cacheEntriesMax && !oldest.done) cache.delete(oldest.value);
    return caller;
  }

  return async (value) => {
    if (!isKeyValue(value)) {
      throw new AppError("credential_malformed", {
        message:
          "The API key is not in the right format: gme_ and 38 letters and digits, complete and unchanged.",
      });
    }
    const caller = await find(hashKeyValue(value));
    if (caller === null) throw new AppError("api_key_unknown");
    if (caller.revokedAt !== null) throw new AppError("api_key_revoked");
    if (caller.expiresAt !== null && caller.expiresAt.getTime() <= Date.now()) {
      throw new AppError("api_key_expired");
    }
    return caller;
  };
}

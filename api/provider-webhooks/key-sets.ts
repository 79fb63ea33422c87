import type { KeyObject } from "node:crypto";

import { AppError } from "#domain/errors.ts";
import { fetchUntrusted } from "#runtime/net/fetch-untrusted.ts";
import { readBounded } from "#runtime/net/read-bounded.ts";

import { toPublicKeys } from "./key-signature.ts";

/** Providers publish a new key at least a day before they sign with it. */
const keptMs = 3_600_000;
/** Minimum interval between reloads because of an unknown signature. */
const refreshMs = 60_000;
const fetchMs = 5_000;
const bytesMax = 65_536;

/** Public keys of providers. Throws `unavailable` when they cannot be fetched: the sender then retries. */
export interface KeySets {
  /** With `fresh`, returns keys fetched within the last minute. */
  find(address: string, options?: { readonly fresh?: boolean }): Promise<readonly KeyObject[]>;
}

interface Kept {
  readonly keys: Promise<readonly KeyObject[]>;
  readonly fetchedAt: number;
}

/** Fetches and caches key sets on demand. Callers must pass URLs of providers only. */
export function createKeySets(): KeySets {
  const kept = new Map<string, Kept>();
  return {
    async find(address, { fresh = false } = {}) {
      const known = kept.get(address);
      const ageMs = Date.now() - (known?.fetchedAt ?? 0);
      if (known !== undefined && ageMs < (fresh ? refreshMs : keptMs)) return known.keys;
      const keys = fetchKeys(address);
      kept.set(address, { keys, fetchedAt: Date.now() });
      try {
        return await keys;
      } catch (error) {
        // After a failure, keeps the known keys; without any, the next call fetches again.
        if (known === undefined) kept.delete(address);
        else kept.set(address, { ...known, fetchedAt: Date.now() });
        if (known !== undefined) return known.keys;
        throw new AppError("unavailable", { cause: error });
      }
    },
  };
}

async function fetchKeys(address: string): Promise<readonly KeyObject[]> {
  const signal = AbortSignal.timeout(fetchMs);
  // The URL is a provider's, or the operator's replacement of it, which may be in a private network.
  const { body } = await fetchUntrusted(address, {
    signal,
    requester: "provider webhooks",
    trustedOrigin: new URL(address).origin,
  });
  const bytes = await readBounded(body, { bytesMax, subject: "the key set" });
  return toPublicKeys(JSON.parse(bytes.toString()));
}

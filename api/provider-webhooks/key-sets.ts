import type { KeyObject } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";

import { AppError } from "#domain/errors.ts";
import { fetchUntrusted } from "#runtime/net/fetch-untrusted.ts";

import { toPublicKeys } from "./key-signature.ts";

/** Providers publish a new key a day or more before they sign with it. */
const keptMs = 3_600_000;
/** How often an unknown signature may make us look for a new key. */
const refreshMs = 60_000;
const fetchMs = 5_000;
const bytesMax = 65_536;

/** Public keys of providers. Throws `unavailable` when they cannot be had: the sender tries again. */
export interface KeySets {
  /** With `fresh`, those of the last minute. */
  find(address: string, options?: { readonly fresh?: boolean }): Promise<readonly KeyObject[]>;
}

interface Kept {
  readonly keys: Promise<readonly KeyObject[]>;
  readonly fetchedAt: number;
}

/** Fetches key sets when they are needed; who calls names addresses of providers only. */
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
        // What was known goes on; without any the next one asks again.
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
  // The address is a provider's, or what the operator has put in its place, which may be near.
  const { body } = await fetchUntrusted(address, {
    signal,
    requester: "provider webhooks",
    trustedOrigin: new URL(address).origin,
  });
  return toPublicKeys(JSON.parse(await text(Readable.from(limited(body)))));
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new Error("the key set is too large");
    yield chunk;
  }
}

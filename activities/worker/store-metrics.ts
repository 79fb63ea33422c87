import { Counter, type Registry } from "prom-client";

import type { Storage } from "#storage/storage.ts";

/** Counts the bytes that are written through the returned storage. */
export function countWrites(storage: Storage, registry: Registry): Storage {
  const bytes = new Counter({
    name: "gme_store_bytes_total",
    help: "Bytes that this worker has written into the storage: inputs, outputs and previews.",
    registers: [registry],
  });
  return {
    ...storage,
    async write(key, source, options) {
      const stored = await storage.write(key, source, options);
      bytes.inc(stored.bytes);
      return stored;
    },
  };
}

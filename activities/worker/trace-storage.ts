import { withSpan } from "#runtime/tracing/span.ts";
import type { Storage } from "#storage/storage.ts";

/** Writes files in spans of the current trace. Keys contain ids, so spans do not have them. */
export function traceStorage(storage: Storage): Storage {
  return {
    ...storage,
    async write(key, source, options) {
      return withSpan("storage write", { kind: "client" }, async (span) => {
        const stored = await storage.write(key, source, options);
        span.set({ "gme.bytes": stored.bytes });
        return stored;
      });
    },
  };
}

import { registerHooks } from "node:module";

/** Loaded before a process of the run by `--import`: shortens the limits that are named there. */
const scaled = new URL("scaled-submission.ts", import.meta.url).href;
const original = new URL("../../domain/submission.ts", import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const isOriginal = resolved.url === original && context.parentURL !== scaled;
    return isOriginal ? { ...resolved, url: scaled } : resolved;
  },
});

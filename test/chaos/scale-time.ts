import { registerHooks } from "node:module";

/** Loaded by `--import` before a process of the run: shortens the limits in the scaled modules. */
const scaledModules = [
  ["../../domain/jobs/time-limits.ts", "scaled-time-limits.ts"],
  ["../../domain/providers/circuit-limits.ts", "scaled-circuit-limits.ts"],
].map(([original = "", scaled = ""]) => ({
  original: new URL(original, import.meta.url).href,
  scaled: new URL(scaled, import.meta.url).href,
}));

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const replaced = scaledModules.find(({ original }) => original === resolved.url);
    if (replaced === undefined || context.parentURL === replaced.scaled) return resolved;
    return { ...resolved, url: replaced.scaled };
  },
});

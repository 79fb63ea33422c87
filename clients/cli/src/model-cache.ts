import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const keptMs = 3_600_000;

export function cacheFolder(): string {
  return join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "gme");
}

export function modelCacheFile(): string {
  return join(cacheFolder(), "models.json");
}

/** Ids of models that `gme models ls` has stored; empty when there are none. */
export function readModelCache(): { readonly ids: readonly string[]; readonly isFresh: boolean } {
  try {
    const ids = JSON.parse(readFileSync(modelCacheFile(), "utf8")) as string[];
    return { ids, isFresh: Date.now() - statSync(modelCacheFile()).mtimeMs < keptMs };
  } catch {
    return { ids: [], isFresh: false };
  }
}

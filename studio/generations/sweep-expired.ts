import type { GenerationStore } from "./generation-store.ts";
import { isFinal } from "./generation.ts";
import type { InputStore } from "./input-store.ts";

const keptMs = 24 * 60 * 60 * 1000;

/** Removes generations that finished, and inputs that were last used, over 24 hours before `now`. */
export async function sweepExpired(
  { store, inputs }: { store: GenerationStore; inputs: InputStore },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  const needed = new Set<string>();
  for (const { id, status, finishedAt, request } of store.list()) {
    if (isFinal(status) && finishedAt !== null && new Date(finishedAt) < before) store.remove(id);
    if (!isFinal(status)) for (const { sha256 } of request.inputs) needed.add(sha256);
  }
  await inputs.sweep(before, needed);
}

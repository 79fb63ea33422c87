import type { Steps } from "#domain/pipelines/step.ts";

import { isSettled, itemKey, type StepRow } from "./step-row.ts";

/** Returns the share of the outermost steps that have settled, in percent. An open map counts by its items. */
export function runProgress(steps: Steps, rows: ReadonlyMap<string, StepRow>): number {
  const shares = Object.keys(steps).map((name) => {
    const row = rows.get(name);
    if (isSettled(row)) return 1;
    const items = row?.items ?? 0;
    if (items === 0) return 0;
    const settled = Array.from({ length: items }, (_, index) => rows.get(itemKey(name, index)));
    return settled.filter((item) => isSettled(item)).length / items;
  });
  const sum = shares.reduce((total, share) => total + share, 0);
  return Math.floor((sum / shares.length) * 99);
}

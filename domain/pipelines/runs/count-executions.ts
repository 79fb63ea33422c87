import { kindOf } from "#domain/pipelines/kinds/index.ts";
import type { Steps } from "#domain/pipelines/step.ts";
import { placedIn } from "#domain/pipelines/sub-pipelines.ts";

import type { FrozenPrices, PriceRange } from "./price-bound.ts";
import { innerKey } from "./step-row.ts";

/** Counts the executions of each step, by name. A step that may be skipped has the minimum 0. */
export function countExecutions(
  steps: Steps,
  items: FrozenPrices["items"],
  around: { readonly name: string; readonly times: PriceRange } = {
    name: "",
    times: { min: 1, max: 1 },
  },
): Record<string, PriceRange> {
  const counts: Record<string, PriceRange> = {};
  for (const [own, step] of Object.entries(steps)) {
    const name = innerKey(around.name, own);
    const { min, max } = around.times;
    const times = { min: step.when === undefined ? min : 0, max };
    counts[name] = times;
    const count = (inner: Steps, innerTimes: PriceRange, innerName = around.name) =>
      Object.assign(counts, countExecutions(inner, items, { name: innerName, times: innerTimes }));
    if (step.kind === "map") {
      const known = items[name];
      count(step.steps, {
        min: times.min * (known ?? 0),
        max: max * (known ?? step.maxItems),
      });
    }
    if (step.kind === "switch") {
      for (const scope of kindOf(step).scopes?.(step) ?? []) count(scope.steps, { min: 0, max });
    }
    if (step.kind === "pipeline") count(placedIn(step).definition.steps, times, name);
  }
  return counts;
}

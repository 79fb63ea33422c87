import { kindOf } from "#domain/pipelines/kinds/index.ts";
import type { Step, Steps } from "#domain/pipelines/step.ts";
import { placedIn } from "#domain/pipelines/sub-pipelines.ts";

import { innerKey, isSettled, itemKey, type StepRow } from "./step-row.ts";

/** Credits that a run charges when it completes and reuses nothing. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
}

/** Prices that are fixed when a run is accepted. */
export interface FrozenPrices {
  /**
   * Of one execution of a step, by the step's name. `max` is that of its dearest attempt; `min` is 0 when a value that
   * the step uses may be absent. Other steps are free.
   */
  readonly steps: Readonly<Record<string, PriceRange>>;
  /** Items of the maps whose lists depend on the run's inputs only. */
  readonly items: Readonly<Record<string, number>>;
  /** Models of steps, by the step's name, which are used as long as they can serve the request at that price. */
  readonly models?: Readonly<Record<string, string>>;
  /** Expected seconds of one execution of a step, by the step's name. They weigh the steps in the run's progress. */
  readonly seconds?: Readonly<Record<string, number>>;
}

const free: PriceRange = { min: 0, max: 0 };

/**
 * Sums up the steps of a definition: all items of each map, and the dearest case of each switch. `around` is the name of
 * the `pipeline` step whose version has the steps.
 */
export function priceBound(steps: Steps, prices: FrozenPrices, around = ""): PriceRange {
  return addUp(
    Object.entries(steps).map(([name, step]) => stepBound(innerKey(around, name), step, prices)),
  );
}

function stepBound(name: string, step: Step, prices: FrozenPrices): PriceRange {
  const { min, max } = executionBound(name, step, prices);
  const mayCostNothing = step.when !== undefined || step.onError === "continue";
  return { min: mayCostNothing ? 0 : min, max };
}

function executionBound(name: string, step: Step, prices: FrozenPrices): PriceRange {
  if (step.kind === "map") {
    const inner = priceBound(step.steps, prices, programOf(name));
    const items = itemsOf(name, step.maxItems, prices);
    const min = step.onItemError === "drop" ? 0 : inner.min * items.min;
    return { min, max: inner.max * items.max };
  }
  if (step.kind === "switch") {
    const cases = (kindOf(step).scopes?.(step) ?? []).map(({ steps }) =>
      priceBound(steps, prices, programOf(name)),
    );
    const cheapest = step.otherwise === undefined ? 0 : Math.min(...cases.map(({ min }) => min));
    return { min: cheapest, max: Math.max(...cases.map(({ max }) => max)) };
  }
  if (step.kind === "pipeline") {
    const { min, max } = priceBound(placedIn(step).definition.steps, prices, name);
    // A value that its inputs use may be absent; then the step is skipped.
    const usesValues = Object.values(step.inputs ?? {}).some((input) =>
      JSON.stringify(input).includes("{{"),
    );
    return { min: usesValues ? 0 : min, max };
  }
  return prices.steps[name] ?? free;
}

/** Name of the `pipeline` step whose version has a step; empty for a step of the run's own definition. */
function programOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(".")));
}

function itemsOf(name: string, maxItems: number, { items }: FrozenPrices): PriceRange {
  const counted = items[name];
  return counted === undefined ? { min: 0, max: maxItems } : { min: counted, max: counted };
}

/**
 * Credits that the steps of a run that have not started may still need; the maximum is the run's reserve. Only a further
 * attempt of a step raises the sum of the reserve and the prices of running steps.
 */
export function remainingBound(
  steps: Steps,
  rows: ReadonlyMap<string, StepRow>,
  prices: FrozenPrices,
): PriceRange {
  return remainingIn(steps, "", { rows, prices, around: "" });
}

interface Remaining {
  /** Name of the `pipeline` step whose version has the steps. */
  readonly around: string;
  readonly rows: ReadonlyMap<string, StepRow>;
  readonly prices: FrozenPrices;
}

function remainingIn(steps: Steps, scopeKey: string, state: Remaining): PriceRange {
  return addUp(
    Object.entries(steps).map(([name, step]) => {
      const key = innerKey(scopeKey, name);
      const row = state.rows.get(key);
      if (isSettled(row)) return free;
      if (row?.status !== "running" && row?.status !== "asked") {
        return stepBound(innerKey(state.around, name), step, state.prices);
      }
      const { min, max } = remainingWithin(step, row, state);
      return { min: step.onError === "continue" ? 0 : min, max };
    }),
  );
}

/** A running step itself is held by its job, and a question costs nothing. */
function remainingWithin(
  step: Step,
  { key, step: name, items = 0, picked }: StepRow,
  state: Remaining,
): PriceRange {
  if (step.kind === "map") {
    const { min, max } = addUp(
      Array.from({ length: items }, (_, index) => itemKey(key, index)).map((item) =>
        isSettled(state.rows.get(item)) ? free : remainingIn(step.steps, item, state),
      ),
    );
    return { min: step.onItemError === "drop" ? 0 : min, max };
  }
  if (step.kind === "pipeline") {
    return remainingIn(placedIn(step).definition.steps, key, { ...state, around: name });
  }
  if (step.kind !== "switch" || picked === undefined) return free;
  const scope = kindOf(step).scopes?.(step)[picked];
  return scope === undefined ? free : remainingIn(scope.steps, key, state);
}

function addUp(ranges: readonly PriceRange[]): PriceRange {
  return { min: sum(ranges.map(({ min }) => min)), max: sum(ranges.map(({ max }) => max)) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

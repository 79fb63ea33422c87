import { kindOf } from "./kinds/index.ts";
import type { Step, StepOf, Steps } from "./step.ts";

export interface CreditRange {
  readonly minCredits: number;
  readonly maxCredits: number;
}

const free: CreditRange = { minCredits: 0, maxCredits: 0 };

/**
 * Bounds the price of a run whose inputs are not known: each map has up to `maxItems` items, the dearest case of a
 * switch is chosen, and whatever may be skipped costs nothing at least. Second attempts use the credits that the
 * failed attempt released.
 */
export function priceBound(
  steps: Steps,
  priceOf: (step: StepOf<"generate"> | StepOf<"pipeline">) => CreditRange,
): CreditRange {
  return sum(Object.values(steps).map((step) => boundOf(step, priceOf)));
}

function boundOf(step: Step, priceOf: Parameters<typeof priceBound>[1]): CreditRange {
  const range =
    step.kind === "generate" || step.kind === "pipeline"
      ? priceOf(step)
      : boundOfScopes(step, priceOf);
  // A skipped step and an empty list cost nothing.
  const mayBeFree = step.when !== undefined || step.kind === "map";
  return mayBeFree ? { ...range, minCredits: 0 } : range;
}

function boundOfScopes(step: Step, priceOf: Parameters<typeof priceBound>[1]): CreditRange {
  const scopes = (kindOf(step).scopes?.(step) ?? []).map(({ steps, times }) => ({
    range: priceBound(steps, priceOf),
    times,
  }));
  if (step.kind !== "switch") {
    return sum(
      scopes.map(({ range, times }) => ({ ...range, maxCredits: range.maxCredits * times })),
    );
  }
  const ranges = [
    ...scopes.map(({ range }) => range),
    ...(step.otherwise === undefined ? [free] : []),
  ];
  return {
    minCredits: Math.min(...ranges.map(({ minCredits }) => minCredits)),
    maxCredits: Math.max(...ranges.map(({ maxCredits }) => maxCredits)),
  };
}

function sum(ranges: readonly CreditRange[]): CreditRange {
  return ranges.reduce(
    (total, { minCredits, maxCredits }) => ({
      minCredits: total.minCredits + minCredits,
      maxCredits: total.maxCredits + maxCredits,
    }),
    free,
  );
}

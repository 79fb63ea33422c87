import type { JsonPath } from "#domain/pipelines/json-path.ts";
import { kindOf } from "#domain/pipelines/kinds/index.ts";
import type { Step } from "#domain/pipelines/step.ts";

import { innerKey, isSettled } from "./step-row.ts";
import {
  dependenciesOf,
  evaluate,
  failStep,
  findVisible,
  skipStep,
  type Progress,
  type Scope,
  type Work,
} from "./work.ts";

export interface PlaceValue {
  readonly path: JsonPath;
  readonly value: unknown;
}

/**
 * Evaluates a step's condition and its texts, once the steps that it uses have settled. Skips the step when the
 * condition is false or a value is absent, and fails it when a value cannot be computed.
 */
export function openStep(
  work: Work,
  scope: Scope,
  { name, step }: { name: string; step: Step },
): { readonly values: readonly PlaceValue[] } | { readonly progress: Progress } {
  const key = innerKey(scope.key, name);
  const uses = dependenciesOf(scope, name);
  if (!uses.every((each) => isSettled(findVisible(work, scope, each)))) return { progress: {} };
  const evaluateAt = (path: JsonPath, text: string) =>
    evaluate(work, scope, { key, step: name, path, text, uses });

  if (step.when !== undefined) {
    const condition = evaluateAt(["when"], step.when);
    if (condition === undefined) return { progress: { isPending: true } };
    if (condition.outcome === "failed") {
      failStep(work, key, condition);
      return { progress: {} };
    }
    if (condition.outcome === "absent" || condition.value !== true) {
      const reason = condition.outcome === "absent" ? "value_absent" : "condition_false";
      skipStep(work, key, reason);
      return { progress: {} };
    }
  }

  // The conditions of a switch are evaluated one after the other, until one is true.
  const places = step.kind === "switch" ? [] : kindOf(step).places(step);
  const found = places.map(({ path, text }) => ({ path, value: evaluateAt(path, text) }));
  const values: PlaceValue[] = [];
  for (const { path, value } of found) {
    if (value === undefined) return { progress: { isPending: true } };
    if (value.outcome === "value") values.push({ path, value: value.value });
    else {
      if (value.outcome === "failed") failStep(work, key, value);
      else skipStep(work, key, "value_absent");
      return { progress: {} };
    }
  }
  return { values };
}

import { areWithinLimits } from "#domain/pipelines/value-limits.ts";

import { type EvaluatedValue } from "./run-state.ts";
import { evaluate, type Scope, type Work } from "./work.ts";

const tooLarge = {
  code: "value_too_large",
  message: "The outputs are too large together.",
} as const;

type Failure = Extract<EvaluatedValue, { outcome: "failed" }>;

/**
 * Evaluates the outputs of a definition whose steps have settled. An output whose value is absent is not among them.
 * Returns undefined while a value is missing.
 */
export function evaluateOutputs(
  work: Work,
  scope: Scope,
  outputs: Readonly<Record<string, string>>,
): { readonly outputs: Readonly<Record<string, unknown>> } | Failure | undefined {
  const uses = Object.keys(scope.steps);
  const values = Object.entries(outputs).map(([name, text]) => {
    const place = { key: scope.key, path: ["outputs", name], text, uses };
    return [name, evaluate(work, scope, place)] as const;
  });
  const found: Record<string, unknown> = {};
  let isMissing = false;
  for (const [name, value] of values) {
    if (value === undefined) isMissing = true;
    else if (value.outcome === "failed") return value;
    else if (value.outcome === "value") found[name] = value.value;
  }
  if (isMissing) return undefined;
  return areWithinLimits(found) ? { outputs: found } : { outcome: "failed", ...tooLarge };
}

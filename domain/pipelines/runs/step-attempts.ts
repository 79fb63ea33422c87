import type { ErrorCode } from "#domain/errors.ts";
import type { Step } from "#domain/pipelines/step.ts";

import type { ResolvedStep } from "./resolve-step.ts";

/** Failures after which a step is not attempted again. A safety refusal is never circumvented with another model. */
const finalCodes: readonly ErrorCode[] = [
  "content_refused",
  "step_canceled",
  "step_timed_out",
  "insufficient_credits",
  "budget_exceeded",
  "spend_limit_reached",
  "key_limit_reached",
];

/** Reports whether a step has a further attempt after a failure: its retries, then its fallbacks in order. */
export function hasFurtherAttempt(step: Step, attempt: number, code: ErrorCode): boolean {
  if (step.kind !== "generate" || finalCodes.includes(code)) return false;
  return attempt < 1 + (step.retries ?? 0) + (step.fallback?.length ?? 0);
}

/** Returns the request of an attempt; that of a fallback has another model, and its parameters replace those of the step. */
export function requestOfAttempt(
  step: Step,
  resolved: ResolvedStep,
  attempt: number,
): ResolvedStep {
  if (step.kind !== "generate") return resolved;
  const fallback = attempt - 2 - (step.retries ?? 0);
  const targets = resolved["fallback"] as readonly ResolvedStep[] | undefined;
  const target = targets?.[fallback];
  if (target === undefined) return resolved;
  const { model: _, provider: __, routing: ___, ...others } = resolved;
  const parameters = { ...(others["parameters"] as object), ...(target["parameters"] as object) };
  return { ...others, ...target, parameters };
}

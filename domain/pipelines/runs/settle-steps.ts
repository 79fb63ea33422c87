import { kindOf } from "#domain/pipelines/kinds/index.ts";

import type { StepEnd } from "./run-state.ts";
import { hasFurtherAttempt } from "./step-attempts.ts";
import { innerKey, isSettled, itemKey, type StepError, type StepRow } from "./step-row.ts";
import { completeStep, failStep, setRow, skipStep, type Scope, type Work } from "./work.ts";

/** Settles running steps whose job or task has ended, or prepares their next attempt. */
export function settleEndedSteps(work: Work): void {
  for (const row of work.state.rows.values()) {
    const effect = work.effectOf(row);
    if (row.status !== "running" || (effect !== "job" && effect !== "task")) continue;
    const end = work.sources.endOf(row);
    if (end !== undefined) settleEnded(work, row, end);
  }
}

/** Settles a step whose job or task has ended, or prepares its next attempt. A canceled task needs no end. */
export function settleEnded(work: Work, row: StepRow, end: StepEnd): void {
  if (end.status === "completed") {
    completeStep(work, row.key, row.step, end.value);
    return;
  }
  if (end.status === "asked") {
    setRow(work, row.key, { ...row, status: "asked" });
    return;
  }
  if (end.status === "canceled" && work.state.stopped !== null) {
    setRow(work, row.key, { ...row, status: "canceled" });
    return;
  }
  const error = { ...(row.jobId === undefined ? {} : { jobId: row.jobId }), ...errorOf(row, end) };
  if (hasFurtherAttempt(work.stepOf(row), row.attempt, error.code)) {
    const { jobId: _, ...rest } = row;
    setRow(work, row.key, { ...rest, status: "waiting", attempt: row.attempt + 1, error });
  } else {
    failStep(work, row.key, row.step, error);
  }
}

/** A step that was canceled for its timeout carries that error already. */
function errorOf(
  row: StepRow,
  end: Extract<StepEnd, { status: "failed" | "canceled" }>,
): StepError {
  if (row.error?.code === "step_timed_out") return row.error;
  return end.status === "failed" ? end.error : { code: "step_canceled" };
}

/** Settles what is left of a scope that has ended without jobs that run. */
export function settleRest(work: Work, scope: Pick<Scope, "key" | "steps">): void {
  for (const [name, step] of Object.entries(scope.steps)) {
    const key = innerKey(scope.key, name);
    const row = work.rows.get(key);
    if (isSettled(row)) continue;
    if (step.kind === "map") settleItems(work, key, { name, steps: step.steps, row });
    if (step.kind === "switch" && row?.picked !== undefined) {
      const chosen = kindOf(step).scopes?.(step)[row.picked];
      if (chosen !== undefined) settleRest(work, { key, steps: chosen.steps });
    }
    // A failed step that waited for its next attempt keeps the failure.
    if (row?.status === "waiting" && row.error !== undefined) failStep(work, key, name, row.error);
    else skipStep(work, key, name, "scope_ended");
  }
}

/** Items of which nothing has started get no rows. */
export function settleItems(
  work: Work,
  mapKey: string,
  { name, steps, row }: { name: string; steps: Scope["steps"]; row: StepRow | undefined },
): void {
  for (let index = 0; index < (row?.items ?? 0); index += 1) {
    const key = itemKey(mapKey, index);
    if (isSettled(work.rows.get(key))) continue;
    const hasStarted = Object.keys(steps).some((inner) => work.rows.has(innerKey(key, inner)));
    if (!hasStarted) continue;
    settleRest(work, { key, steps });
    skipStep(work, key, name, "scope_ended");
  }
}

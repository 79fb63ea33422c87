import { kindOf } from "#domain/pipelines/kinds/index.ts";
import type { SwitchStep } from "#domain/pipelines/kinds/switch.ts";
import type { Step, Steps } from "#domain/pipelines/step.ts";
import { placedIn } from "#domain/pipelines/sub-pipelines.ts";

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
    completeStep(work, row.key, end.value);
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
    failStep(work, row.key, error);
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
    if (row !== undefined) settleWithin(work, row, step);
    // A failed step that waited for its next attempt keeps the failure.
    if (row?.status === "waiting" && row.error !== undefined) failStep(work, key, row.error);
    else skipStep(work, key, "scope_ended");
  }
}

/** Settles what is left within a step that has opened. */
export function settleWithin(work: Work, row: StepRow, step: Step): void {
  const { key } = row;
  if (step.kind === "map") settleItems(work, key, { steps: step.steps, row });
  if (step.kind === "switch" && row.picked !== undefined) {
    settleRest(work, { key, steps: chosenCase(step, row).steps });
  }
  if (step.kind === "pipeline") settleRest(work, { key, steps: placedIn(step).definition.steps });
}

export function chosenCase(step: SwitchStep<Steps>, { picked = 0 }: StepRow) {
  const chosen = kindOf(step).scopes?.(step)[picked];
  if (chosen === undefined) throw new Error(`The switch has no case ${picked}.`);
  return chosen;
}

/** Items of which nothing has started get no rows. */
export function settleItems(
  work: Work,
  mapKey: string,
  { steps, row }: { steps: Steps; row: StepRow | undefined },
): void {
  for (let index = 0; index < (row?.items ?? 0); index += 1) {
    const key = itemKey(mapKey, index);
    if (isSettled(work.rows.get(key))) continue;
    const hasStarted = Object.keys(steps).some((inner) => work.rows.has(innerKey(key, inner)));
    if (!hasStarted) continue;
    settleRest(work, { key, steps });
    skipStep(work, key, "scope_ended");
  }
}

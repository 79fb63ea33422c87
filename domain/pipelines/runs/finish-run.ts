import type { RunEnd } from "./run-state.ts";
import { settleRest } from "./settle-steps.ts";
import type { StepError } from "./step-row.ts";
import { failureIn, isScopeSettled } from "./visit-scope.ts";
import { evaluate, isStopAnswered, type Progress, type Work } from "./work.ts";

/** Decides whether a run ends: nothing runs, and nothing more can start. */
export function finishRun(
  work: Work,
  { progress, stopped }: { progress: Progress; stopped: "canceled" | "timed_out" | null },
): RunEnd | null {
  if (progress.isRunning === true) return null;
  const scope = { key: "", steps: work.state.definition.steps, parent: null, budgets: [] };
  const failure = failureIn(work, scope);
  const isSettled = isScopeSettled(work, scope);
  const isWhole = isSettled && failure === null && !isStopAnswered(work) && !hasCanceled(work);
  if (stopped !== null && !isWhole) {
    settleRest(work, scope);
    return stopped === "canceled"
      ? { status: "canceled" }
      : { status: "failed", error: { code: "run_timed_out" } };
  }
  if (failure !== null) return { status: "failed", error: failure };
  if (isSettled) return complete(work);
  if (progress.isPending === true) return null;
  if (progress.isAsked === true) return { status: "needs_input" };
  throw new Error("Nothing runs, and nothing can start.");
}

function hasCanceled(work: Work): boolean {
  return work.rows.values().some(({ status }) => status === "canceled");
}

/** Evaluates the run's outputs. One whose value is absent is not among them. */
function complete(work: Work): RunEnd | null {
  const { steps, outputs } = work.state.definition;
  const scope = { key: "", steps, parent: null, budgets: [] };
  const found: Record<string, unknown> = {};
  let failure: StepError | null = null;
  for (const [name, text] of Object.entries(outputs)) {
    const place = { key: "", path: ["outputs", name], text, uses: Object.keys(steps) };
    const value = evaluate(work, scope, place);
    if (value?.outcome === "value") found[name] = value.value;
    if (value?.outcome === "failed") failure ??= { code: value.code, message: value.message };
  }
  if (work.missing.size > 0) return null;
  return failure === null
    ? { status: "completed", outputs: found }
    : { status: "failed", error: failure };
}

import { evaluateOutputs } from "./evaluate-outputs.ts";
import type { RunEnd } from "./run-state.ts";
import { settleRest } from "./settle-steps.ts";
import { failureIn, isScopeSettled } from "./visit-scope.ts";
import { isStopAnswered, runScope, type Progress, type Work } from "./work.ts";

/** Decides whether a run ends: nothing runs, and nothing more can start. */
export function finishRun(
  work: Work,
  { progress, stopped }: { progress: Progress; stopped: "canceled" | "timed_out" | null },
): RunEnd | null {
  if (progress.isRunning === true) return null;
  const scope = runScope(work);
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

function complete(work: Work): RunEnd | null {
  const result = evaluateOutputs(work, runScope(work), work.state.definition.outputs);
  if (result === undefined) return null;
  return "outcome" in result
    ? { status: "failed", error: { code: result.code, message: result.message } }
    : { status: "completed", outputs: result.outputs };
}

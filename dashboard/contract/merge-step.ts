import type { PipelineRun, RunStep, RunStepChange } from "@gme/client";

/** Statuses that a step keeps for the rest of its run, unless it is attempted again. */
const finalStatuses: readonly string[] = ["completed", "reused", "skipped", "failed", "canceled"];

/** Applies a change of an outermost step. Inner steps are shown by their jobs and by the items of their map. */
export function mergeStep(run: PipelineRun, change: RunStepChange): PipelineRun {
  return {
    ...run,
    steps: run.steps.map((step) => (step.step === change.step ? mergeChange(step, change) : step)),
  };
}

/** Changes arrive again when a stream begins, so older ones are dropped. */
function mergeChange(step: RunStep, change: RunStepChange): RunStep {
  const isOld = change.attempt < step.attempt;
  const isOver = change.attempt === step.attempt && finalStatuses.includes(step.status);
  if (isOld || isOver) return step;
  const { kind = step.kind, status, attempt, jobId, credits, error, reason } = change;
  return {
    ...step,
    kind,
    status,
    attempt,
    ...(jobId === undefined ? {} : { jobId }),
    ...(credits === undefined ? {} : { credits }),
    ...(error === undefined ? {} : { error }),
    ...(reason === undefined ? {} : { reason }),
  };
}

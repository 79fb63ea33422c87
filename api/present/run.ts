import type { RunView } from "#db/pipelines/run-views.ts";
import { toInputReference } from "#domain/pipelines/inputs.ts";

import type { PresentedJob } from "./job.ts";
import { optional } from "./optional.ts";

/** Presents the steps and results of a run. */
export function presentRun({
  pipelineId,
  version,
  resumeOf,
  inputs,
  results,
  counts,
  steps,
}: RunView): NonNullable<PresentedJob["run"]> {
  return {
    pipelineId,
    version,
    ...optional("resumeOf", resumeOf),
    ...optional("inputs", inputs === null ? undefined : toReferences(inputs)),
    ...optional("outputs", results === null ? undefined : { ...results }),
    counts,
    steps: steps.map(({ step, kind, status, attempt, jobId, credits, items, error, reason }) => ({
      step,
      kind,
      status,
      attempt,
      ...optional("jobId", jobId),
      ...optional("credits", credits),
      ...optional("items", items),
      ...optional("error", error),
      ...optional("reason", reason),
    })),
  };
}

/** Inputs as they were sent, without the facts about files. */
function toReferences(inputs: NonNullable<RunView["inputs"]>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, toInputReference(value)]),
  );
}

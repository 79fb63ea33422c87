import { runInputIssues, withDefaults } from "#domain/pipelines/inputs.ts";
import type { SubPipelineStep } from "#domain/pipelines/kinds/pipeline.ts";
import { placedIn } from "#domain/pipelines/sub-pipelines.ts";
import { areWithinLimits } from "#domain/pipelines/value-limits.ts";

import type { PlaceValue } from "./open-step.ts";
import { resolveStep } from "./resolve-step.ts";
import { failStep, setRow, type Work } from "./work.ts";

/** Opens a pipeline within a run, or fails its step when it does not accept the inputs. */
export function openPipeline(
  work: Work,
  key: string,
  { step, values }: { step: SubPipelineStep; values: readonly PlaceValue[] },
): void {
  const { inputs: wanted = {} } = placedIn(step).definition;
  const { inputs: given = {} } = resolveStep({ inputs: step.inputs ?? {} }, values);
  const inputs = withDefaults(wanted, given as Readonly<Record<string, unknown>>);
  const [issue] = runInputIssues(wanted, inputs, { areFilesChecked: true });
  if (issue !== undefined) {
    const message = `${issue.pointer}: ${issue.message}`;
    failStep(work, key, { code: "request_invalid", message });
  } else if (!areWithinLimits(inputs)) {
    failStep(work, key, { code: "value_too_large" });
  } else {
    setRow(work, key, { status: "running", value: { inputs }, startedAt: work.state.now });
  }
}

import { createHash } from "node:crypto";

import type { FormerSteps } from "#db/pipelines/former-steps.ts";
import { decideRun } from "#domain/pipelines/runs/decide-run.ts";
import type { EvaluatedValue, RunState } from "#domain/pipelines/runs/run-state.ts";
import type { StepRow } from "#domain/pipelines/runs/step-row.ts";
import type { CheckedVersion } from "#domain/pipelines/sub-pipelines.ts";
import { evaluateValues } from "#runtime/expressions/evaluate-values.ts";
import type { Expressions } from "#runtime/expressions/expressions.ts";

/** Rounds of the decision. Each evaluates the texts of at most 1,000 executions of steps. */
const roundsMax = 10_000;

/**
 * Decides what a run that resumes others has before it starts: the steps that reuse a result of `former`, and those that
 * follow from them without a job. Returns their rows, and those of the steps around them, which are open.
 */
export async function takeOverSteps(
  {
    version: { definition, checked },
    former,
    ...given
  }: Pick<RunState, "inputs" | "answers" | "fresh"> & {
    /** With the pipelines that it runs in their places. */
    version: CheckedVersion;
    former: FormerSteps;
  },
  expressions: Pick<Expressions, "evaluate">,
): Promise<readonly StepRow[]> {
  const values = new Map<string, EvaluatedValue>();
  const state: RunState = {
    ...given,
    definition,
    dependencies: checked.dependencies,
    rows: new Map(),
    stopped: null,
    hasLanguageModel: true,
    isUnlimited: true,
    now: new Date(),
  };
  for (let round = 0; round < roundsMax; round += 1) {
    const { missing, rows } = decideRun(state, {
      evaluate: ({ id }) => values.get(id),
      sha256: (text) => createHash("sha256").update(text).digest("hex"),
      endOf: () => undefined,
      reusable: (key, requestHash) => former.get(key)?.get(requestHash),
      refusal: () => undefined,
    });
    if (missing.length === 0) return rows;
    await evaluateValues(expressions, { checked, missing, values });
  }
  throw new Error("the decision about former steps does not end");
}

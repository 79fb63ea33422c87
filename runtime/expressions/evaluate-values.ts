import type { CheckedDefinition } from "#domain/pipelines/check-definition.ts";
import type { EvaluatedValue, ValueRequest } from "#domain/pipelines/runs/run-state.ts";

import type { Expressions } from "./expressions.ts";

/** Evaluates all missing texts of a round of a decision with one message to the thread, and adds them to `values`. */
export async function evaluateValues(
  expressions: Pick<Expressions, "evaluate">,
  {
    checked: own,
    missing,
    values,
  }: {
    /** Types of the run's own definition. */
    checked: CheckedDefinition;
    missing: readonly ValueRequest[];
    values: Map<string, EvaluatedValue>;
  },
): Promise<void> {
  const found = await expressions.evaluate(
    missing.map(({ text, map, checked = own, values: given }) => ({
      text,
      types: {
        inputs: checked.inputs,
        steps: Object.fromEntries(
          Object.keys(given.steps).map((name) => [name, checked.steps[name] ?? {}]),
        ),
        item: map === undefined ? undefined : checked.items[map],
      },
      values: given,
    })),
  );
  for (const [index, { id }] of missing.entries()) {
    const value = found[index];
    if (value === undefined) throw new Error("expected a value for each text");
    values.set(id, value);
  }
}

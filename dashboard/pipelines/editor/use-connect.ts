import { queryClient } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";
import { showToast } from "#ui/toasts.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import { connectSteps, listSteps, pointerOf } from "./definition.ts";
import type { Editing } from "./editing.ts";
import { resultsOfKind } from "./step-fields.ts";
import { issuesAt, readCheck } from "./use-check.ts";

/** Connects two steps. The server decides: a connection that brings a new problem is refused with its reason. */
export function useConnect({ definition, issues, results, change }: Editing) {
  const { pipelines, problem } = useWords(pipelinesTexts);
  const tryConnection = async (from: string, to: string) => {
    const placed = listSteps(definition);
    const source = placed.find(({ name }) => name === from);
    const target = placed.find(({ name }) => name === to);
    if (source === undefined || target === undefined) return;
    const offered = results[from] ?? resultsOfKind(source.step.kind);
    const known = new Set(issues.map(({ pointer, message }) => `${pointer} ${message}`));
    try {
      const connected = connectSteps(definition, { name: from, results: offered }, target);
      const next = await queryClient.fetchQuery(readCheck(JSON.stringify(connected)));
      const wrong = issuesAt(next.issues, pointerOf(target.path)).find(
        ({ pointer, message }) => !known.has(`${pointer} ${message}`),
      );
      if (wrong === undefined) change(connected);
      else showToast(pipelines.refused(problem.issue(wrong)));
    } catch (error) {
      showToast(toProblem(error).detail ?? pipelines.notConnected);
    }
  };
  return (from: string, to: string) => void tryConnection(from, to);
}

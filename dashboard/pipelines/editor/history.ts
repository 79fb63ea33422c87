import type { PipelineDefinition } from "@gme/client";

/** The edited definition with its former and undone states. */
export interface History {
  readonly past: readonly PipelineDefinition[];
  readonly present: PipelineDefinition;
  readonly future: readonly PipelineDefinition[];
  /** Field of the last change: further changes of the same field are one state. */
  readonly field: string | null;
}

export type HistoryAction =
  | { readonly type: "change"; readonly definition: PipelineDefinition; readonly field?: string }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  | { readonly type: "replace"; readonly definition: PipelineDefinition };

const statesMax = 100;

export function startHistory(definition: PipelineDefinition): History {
  return { past: [], present: definition, future: [], field: null };
}

export function changeHistory(history: History, action: HistoryAction): History {
  const { past, present, future, field } = history;
  switch (action.type) {
    case "change": {
      const next = { present: action.definition, future: [], field: action.field ?? null };
      if (action.field !== undefined && action.field === field) return { ...next, past };
      return { ...next, past: [...past, present].slice(-statesMax) };
    }
    case "undo": {
      const former = past.at(-1);
      if (former === undefined) return history;
      return {
        past: past.slice(0, -1),
        present: former,
        future: [present, ...future],
        field: null,
      };
    }
    case "redo": {
      const [next, ...rest] = future;
      if (next === undefined) return history;
      return { past: [...past, present], present: next, future: rest, field: null };
    }
    case "replace":
      return startHistory(action.definition);
  }
}

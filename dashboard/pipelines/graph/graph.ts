import type { PipelineDefinition, PipelineRun } from "@gme/client";

import { listEdges, listSteps, type StepEdge } from "../editor/definition.ts";

/** A step as a node of the graph. */
export interface GraphStep {
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  /** Step whose node contains this one. */
  readonly parent: string | null;
}

export interface Graph {
  readonly steps: readonly GraphStep[];
  readonly edges: readonly StepEdge[];
}

export function toGraph(definition: PipelineDefinition): Graph {
  return {
    steps: listSteps(definition).map(({ name, step, parent }) => ({
      name,
      title: step.title ?? name,
      kind: step.kind,
      parent,
    })),
    edges: listEdges(definition),
  };
}

/** Graph of a run whose definition is not stored, such as that of a message: its steps do not depend on each other. */
export function toLooseGraph({ steps }: PipelineRun): Graph {
  return {
    steps: steps.map(({ step, kind }) => ({ name: step, title: step, kind, parent: null })),
    edges: [],
  };
}

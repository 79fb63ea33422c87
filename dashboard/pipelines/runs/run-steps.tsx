import type { Job } from "@gme/client";
import { useMemo } from "react";

import { formatCredits } from "#words/format.ts";

import type { Graph, GraphStep } from "../graph/graph.ts";
import { StepPreview } from "../graph/step-preview.tsx";
import { stateOf, type StepState, StepStatus } from "../graph/step-status.tsx";
import { StepsView } from "./steps-view.tsx";

import styles from "./run-page.module.css";

const width = 220;
const plainHeight = 84;
const previewHeight = 176;

/** Kinds whose steps make files. */
const fileKinds: ReadonlySet<string> = new Set(["generate", "transform"]);

/** Steps of a run with their states, costs and small pictures of their files. */
export function RunSteps({
  run,
  jobs,
  graph,
  chosen,
  onChoose,
}: {
  readonly run: NonNullable<Job["run"]>;
  readonly jobs: ReadonlyMap<string, readonly Job[]>;
  readonly graph: Graph;
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
}) {
  const stateOfStep = ({ name }: GraphStep) => stateOf(name, run, jobs.get(name) ?? []);
  // Nodes have the size of their results from the start, so that the graph does not jump when a result arrives.
  const sizeOf = useMemo(() => {
    const kinds = new Map(graph.steps.map(({ name, kind }) => [name, kind]));
    return (name: string) => ({
      width,
      height: fileKinds.has(kinds.get(name) ?? "") ? previewHeight : plainHeight,
    });
  }, [graph]);
  return (
    <StepsView
      graph={graph}
      chosen={chosen}
      onChoose={onChoose}
      sizeOf={sizeOf}
      renderDetail={(step) => {
        const state = stateOfStep(step);
        return (
          <>
            <span className={styles.nodeState}>
              <StateAndCost state={state} />
            </span>
            {fileKinds.has(step.kind) && <StepPreview jobs={state.jobs} />}
          </>
        );
      }}
      renderState={(step) => <StateAndCost state={stateOfStep(step)} />}
    />
  );
}

function StateAndCost({ state }: { readonly state: StepState }) {
  return (
    <>
      <StepStatus state={state} />
      {state.credits > 0 && <small>{formatCredits(state.credits)}</small>}
    </>
  );
}

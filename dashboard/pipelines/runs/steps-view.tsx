import type { ReactNode } from "react";

import * as pipelinesTexts from "#words/en/pipelines.ts";
import { textOf, useWords } from "#words/words.ts";

import type { CanvasProps } from "../graph/canvas.tsx";
import type { GraphStep } from "../graph/graph.ts";
import { StepGraph } from "../graph/step-graph.tsx";
import { StepIcon } from "../graph/step-icon.tsx";

import styles from "./steps-view.module.css";

interface StepsViewProps extends CanvasProps {
  /** State of a step in the list. */
  readonly renderState: (step: GraphStep) => ReactNode;
  /** Rows before those of the steps. */
  readonly children?: ReactNode;
}

/** Steps as a graph, and as a list with the same content for keyboards, screen readers and phones. */
export function StepsView({ renderState, children, ...canvas }: StepsViewProps) {
  const { pipelines } = useWords(pipelinesTexts);
  const { graph, chosen, onChoose } = canvas;
  return (
    <div className={styles.steps}>
      <StepGraph {...canvas} />
      <ol aria-label={pipelines.list} className={styles.list}>
        {children}
        {graph.steps.map((step) => (
          <StepRow
            key={step.name}
            icon={<StepIcon kind={step.kind} />}
            title={step.title}
            note={textOf(pipelines.kinds, step.kind)}
            isInner={step.parent !== null}
            isChosen={step.name === chosen}
            onChoose={() => onChoose(step.name)}
          >
            {renderState(step)}
          </StepRow>
        ))}
      </ol>
    </div>
  );
}

export function StepRow({
  icon,
  title,
  note,
  isInner = false,
  isChosen,
  onChoose,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly note?: string;
  readonly isInner?: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <li data-inner={isInner}>
      <button type="button" aria-pressed={isChosen} className={styles.row} onClick={onChoose}>
        {icon}
        <span className={styles.rowTitle}>
          {title}
          {note !== undefined && <small>{note}</small>}
        </span>
        <span className={styles.rowState}>{children}</span>
      </button>
    </li>
  );
}

import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import type { ReactNode } from "react";

import * as pipelinesTexts from "#words/en/pipelines.ts";
import { textOf, useWords } from "#words/words.ts";

import type { GraphStep } from "./graph.ts";
import { StepIcon } from "./step-icon.tsx";

import styles from "./graph.module.css";

export interface StepData extends Record<string, unknown> {
  readonly step: GraphStep;
  readonly isChosen: boolean;
  readonly isConnectable: boolean;
  readonly detail: ReactNode;
  readonly onChoose: (name: string) => void;
}

export function StepNode({ data }: NodeProps<Node<StepData>>) {
  const { pipelines } = useWords(pipelinesTexts);
  const { step, isChosen, isConnectable, detail, onChoose } = data;
  return (
    <div className={styles.node} data-chosen={isChosen}>
      <Handle type="target" position={Position.Left} isConnectable={isConnectable} />
      <button
        type="button"
        className={styles.head}
        aria-pressed={isChosen}
        onClick={() => onChoose(step.name)}
      >
        <StepIcon kind={step.kind} />
        <span className={styles.title}>{step.title}</span>
        <span className={styles.kind}>{textOf(pipelines.kinds, step.kind)}</span>
      </button>
      {detail}
      <Handle type="source" position={Position.Right} isConnectable={isConnectable} />
    </div>
  );
}

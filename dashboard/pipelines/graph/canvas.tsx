import {
  Background,
  type Connection,
  Controls,
  type Edge,
  MarkerType,
  type Node,
  ReactFlow,
} from "@xyflow/react";
import { type ReactNode, useMemo } from "react";

import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import type { Graph, GraphStep } from "./graph.ts";
import { layoutGraph, type Size } from "./layout-graph.ts";
import { type StepData, StepNode } from "./step-node.tsx";

import "@xyflow/react/dist/base.css";
import styles from "./graph.module.css";

export interface CanvasProps {
  readonly graph: Graph;
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
  /** Further content of a node, and the space that it takes. */
  readonly renderDetail: (step: GraphStep) => ReactNode;
  readonly sizeOf: (name: string) => Size;
  /** Makes nodes connectable. */
  readonly onConnect?: (from: string, to: string) => void;
}

const nodeTypes = { step: StepNode };

/** The steps as a graph that can be moved and zoomed. The list of steps has the same content and actions. */
export default function Canvas({
  graph,
  chosen,
  onChoose,
  renderDetail,
  sizeOf,
  onConnect,
}: CanvasProps) {
  const { pipelines } = useWords(pipelinesTexts);
  const boxes = useMemo(() => layoutGraph(graph, sizeOf), [graph, sizeOf]);
  const nodes = graph.steps.flatMap((step): Node<StepData>[] => {
    const box = boxes.get(step.name);
    if (box === undefined) return [];
    const { x, y, width, height } = box;
    return [
      {
        id: step.name,
        type: "step",
        position: { x, y },
        width,
        height,
        ...(step.parent === null ? {} : { parentId: step.parent }),
        focusable: false,
        data: {
          step,
          isChosen: step.name === chosen,
          isConnectable: onConnect !== undefined,
          detail: renderDetail(step),
          onChoose,
        },
      },
    ];
  });
  const edges = graph.edges.map(({ from, to }): Edge => ({
    id: `${from}-${to}`,
    source: from,
    target: to,
    focusable: false,
    markerEnd: { type: MarkerType.ArrowClosed },
  }));
  return (
    <section aria-label={pipelines.graph} className={styles.canvas}>
      <ReactFlow
        // Another set of steps is another picture: the view fits it again.
        key={graph.steps.map(({ name }) => name).join(" ")}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.08 }}
        minZoom={0.2}
        nodesDraggable={false}
        nodesConnectable={onConnect !== undefined}
        elementsSelectable={false}
        preventScrolling={false}
        zoomOnScroll={false}
        disableKeyboardA11y
        onConnect={({ source, target }: Connection) => onConnect?.(source, target)}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </section>
  );
}
